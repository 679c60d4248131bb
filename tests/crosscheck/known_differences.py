"""Every known difference between the specification and another implementation: which cases, what it does, and why.

Seen with numpy 2.4.6, onnx 1.23.2, onnxruntime 1.31.1, torch 2.13.0. `test_crosscheck` fails when a difference appears
that is not here, and when one that is here is gone. The kinds: `differs`, another result; `accepts`, a result where the
standard refuses; `refuses`, an error where the standard has a result; `lacks`, the same and it says so; `crashes`, the
process dies.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Difference:
    """What one implementation does on the cases whose names match one of the patterns."""

    who: str
    kind: str
    cases: str  # patterns, separated by blanks
    reason: str

    def matches(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.cases.split())


_RUNTIME = (
    ("lacks", "*/*/bfloat16 Pow/mixed/bfloat16,* Pow/mixed/*,bfloat16", "has no bfloat16 kernel for these operators"),
    ("lacks", "Pow/mixed/*int8 Pow/mixed/*int16 Pow/mixed/*,uint32 Pow/mixed/*,uint64",
     "has 25 of Pow's 72 type pairs"),
    ("lacks", "Max/*/*int16 Min/*/*int16 Where/*/*int16 BitShift/*/uint16", "has no 16-bit integer kernel for these"),
    ("lacks", "Mean/*/double PRelu/*/double Where/*/uint64 Where/*/bool", "has not registered these types"),
    ("lacks", "PRelu/*/*int* Gemm/*/*int*", "has no integer PRelu or Gemm"),
    ("refuses", "Where/*/complex* Expand/*/complex*", "has no complex type at all"),
    ("refuses", "BitShift/*/int*", "stops at opset 26; signed BitShift came with 28"),
    ("refuses", "Mod/[!f]*/float16 Mod/[!f]*/float Mod/[!f]*/double Mod/float-fmod-0/*",
     "stops at opset 26; floats with fmod=0 came with 28"),
    ("differs", "Mod/fmod/*int64 Mod/fmod-large/*int64", "computes fmod of 64-bit integers in double"),
    ("differs", "Pow/overflow/* Pow/all-digits/*",
     "computes integer powers in double: wrong digits, then the least integer"),
    ("accepts", "Pow/zero-to-negative/* Pow/root/* Pow/infinite/*",
     "answers the least integer where there is no result"),
    ("crashes", "Div/least-by-minus-one/int32 Div/least-by-minus-one*/int64 Mod/least-by-minus-one/int32 "
     "Mod/least-by-minus-one/int64",
     "divides the least integer by -1 in hardware, which traps (SIGFPE)"),
    ("differs", "Mean/same/float Mean/row/float Mean/column/float Mean/scalar/float Mean/outer/float "
     "Mean/last-bit/float",
     "multiplies by 1/n instead of dividing by n: up to 1 unit in the last place"),
    ("accepts", "PRelu/larger*/float", "lets the slope enlarge the result, though the schema says unidirectional"),
    ("differs", "Gemm/k-0/*", "drops beta where K is 0"),
)  # fmt: skip
_SIGNED_IN_TORCH = (
    "Add", "Sub", "Div", "Mod", "Max", "Min", "Greater", "GreaterOrEqual", "Less", "LessOrEqual",
    "BitShift", "PRelu", "Gemm",
)  # fmt: skip
_TORCH = (
    ("lacks", " ".join(f"{operator}/*/uint{width}" for operator in _SIGNED_IN_TORCH for width in (16, 32, 64)),
     "has kernels for the wider unsigned integers in few operators only"),
    ("lacks", "*/*/string", "has no strings"),
    ("differs", "Pow/mixed/int*,*float* Pow/mixed/int*,double Pow/mixed/int32,int64 Pow/fractional/*",
     "answers with the promoted type, not with the base's"),
    ("refuses", "Pow/mixed/int*,uint16 Pow/mixed/int*,uint32 Pow/mixed/int*,uint64", "cannot promote these types"),
    ("accepts", "Pow/zero-to-negative/* Pow/root/* Pow/infinite/*",
     "answers 0, NaN or infinity where there is no result"),
    ("differs", "Pow/odd-exponent/*", "rounds the integer exponent to float, and so loses that it is odd"),
    ("crashes", "Div/least-by-minus-one*/int32 Div/least-by-minus-one*/int64",
     "divides the least integer by -1 in hardware, which traps (SIGFPE)"),
    ("differs", "Mod/zeros/*", "gives a zero the sign of the dividend, opset 28 that of the divisor"),
    ("differs", "*/overflow-inside/float16 */small-terms/float16", "rounds to float16 after every addition"),
    ("accepts", "PRelu/larger*/float", "has no unidirectional broadcasting: where() enlarges the result"),
    ("accepts", "Max/type/bool Mean/type/int32 Where/condition/uint8", "has no schema to refuse types by"),
    ("differs", "Gemm/alpha-0/*", "does not read A and B where alpha is 0, so a NaN in them is lost"),
    ("differs", "Gemm/halves/*", "takes whole alpha and beta only for integers: 0.5 becomes 0"),
)  # fmt: skip
_NUMPY = (
    ("differs", "Div/negative/*", "floor_divide rounds down, ONNX toward zero"),
    ("accepts", "Div/by-zero/* Mod/by-zero/*", "answers 0 and warns"),
    ("differs", "Gemm/*/bfloat16", "ml_dtypes multiplies bfloat16 matrices into float"),
    ("differs", "Pow/mixed/int*,*float* Pow/mixed/int*,double Pow/mixed/int32,int64 Pow/mixed/int32,uint32 "
     "Pow/mixed/int*,uint64 Pow/fractional/*", "answers with the promoted type, not with the base's"),
    ("refuses", "Pow/negative/*", "refuses every negative exponent of an integer"),
    ("accepts", "Pow/root/* Pow/infinite/*", "answers NaN or infinity in double where no integer is the result"),
    ("differs", "*/overflow-inside/float16 */small-terms/float16", "rounds to float16 after every addition"),
    ("accepts", "PRelu/larger*/float", "has no unidirectional broadcasting: where() enlarges the result"),
    ("accepts", "Max/type/bool Mean/type/int32 Add/type/string Where/condition/uint8",
     "has no schema to refuse types by"),
    ("accepts", "Gemm/c-rank-3/* Gemm/c-larger/*", "has no unidirectional broadcasting: + enlarges the result"),
    ("differs", "Gemm/beta-0/*", "0 times NaN is NaN; Gemm does not read C where beta is 0"),
    ("differs", "Gemm/halves/*", "answers in double"),
)  # fmt: skip
_REFERENCE = (
    ("accepts", "Div/by-zero/* Mod/by-zero/*", "answers 0, as NumPy does underneath"),
    ("refuses", "Pow/negative/*", "refuses every negative exponent of an integer, as NumPy does underneath"),
    ("accepts", "Pow/root/* Pow/infinite/*", "casts NaN and infinity to the least integer"),
    ("differs", "Sum/one-zero/* Sum/two-zeros/*", "starts the sum from +0, so that -0 is lost"),
    ("differs", "*/overflow-inside/float16 */small-terms/float16", "rounds to float16 after every addition"),
    ("refuses", "Mean/outer/* Mean/first-grows-*/float", "adds in place, so the first operand cannot grow"),
    ("differs", "PRelu/zero-by-infinity/* PRelu/negative-zero/*", "multiplies where x is 0 as well"),
    ("accepts", "PRelu/channel/float", "guesses which axis a slope of shape (C,) means, as before opset 7"),
    ("accepts", "PRelu/larger*/float", "lets the slope enlarge the result, though the schema says unidirectional"),
    ("accepts", "Max/type/bool Mean/type/int32 Add/type/string Where/condition/uint8",
     "does not check the schema's types"),
    ("differs", "Expand/infinite/*", "multiplies by ones instead of copying: infinity times 0 is NaN"),
    ("differs", "Gemm/all-digits/*", "goes through double, which has 53 bits"),
)  # fmt: skip

DIFFERENCES = tuple(
    Difference(who, *row)
    for who, rows in (("onnxruntime", _RUNTIME), ("torch", _TORCH), ("numpy", _NUMPY), ("reference", _REFERENCE))
    for row in rows
)
