"""What was found, made readable: text for people, JSON and SARIF for programs, a page for each rule.

One file for each form. Must not decide anything: findings come from `model`, and go out as they are.
"""
