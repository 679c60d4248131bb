"""isocast against NumPy, ONNX Runtime and PyTorch, in one process: `python -m benchmarks --help`.

Needs isocast installed, onnxruntime and torch. Nothing under `src` imports this package.
"""
