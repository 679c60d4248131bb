"""The provers over everything: Why3 over the theories of `proofs/why3`, Frama-C WP over the C of `csrc`.

`python -m proofs` runs it. Standard library only, so that it runs before anything of the project is installed.
Must not import isocast.
"""
