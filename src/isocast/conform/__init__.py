"""The conformance kit: cases made by the specification, run on any backend, reported, and exported.

`cases` makes them, `processes` runs them in child processes on anything with the ONNX Backend API, `judge` compares,
`deviations` holds what is known of a backend, `report` and the renderers say what came out, `export` writes folders.
Must not import the operators, the evaluator or the backend: what is judged has no part in the judgement.
"""
