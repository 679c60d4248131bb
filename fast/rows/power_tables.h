/* The tables and constants of power_eights.h. */
#ifndef ISC_ROWS_POWER_TABLES_H
#define ISC_ROWS_POWER_TABLES_H

#define ISC_TO_SIXTEENTHS 0x1.8p48                   /* added and subtracted again, rounds to sixteenths */
#define ISC_LEAST_SIGNIFICAND 0x3fefc00000000000     /* the bits of 1 - 2^-7: z is from here to just below its double */
#define ISC_LN2 0x1.62e42fefa38p-1                   /* 42 bits of ln 2, as many as a table's entry; the rest */
#define ISC_LN2_LO 0x1.ef35793c7673p-45
#define ISC_LN2_SHORT 0x1.62e42fefap-1               /* 38 bits, which sixteenths up to 2^11 times it are exact with */
#define ISC_LN2_SHORT_LO 0x1.cf79abc9e3b3ap-40

/* For z by the first four bits of its significand, 1.5 and more being 0.75 and more: 1 / z for the middle of those,
 * but 1 on both sides of 1. */
static const double isc_short_reciprocals[16] ISC_LINE_ALIGNED = {
    0x1p+0, 0x1.d41d41d41d41dp-1, 0x1.bacf914c1badp-1, 0x1.a41a41a41a41ap-1, 0x1.8f9c18f9c18fap-1,
    0x1.7d05f417d05f4p-1, 0x1.6c16c16c16c17p-1, 0x1.5c9882b931057p-1, 0x1.4e5e0a72f0539p+0, 0x1.4141414141414p+0,
    0x1.3521cfb2b78c1p+0, 0x1.29e4129e4129ep+0, 0x1.1f7047dc11f7p+0, 0x1.15b1e5f75270dp+0, 0x1.0c9714fbcda3bp+0,
    0x1p+0};

/* log2 of 1 / reciprocal, and 1 more from 0.75 on. */
static const double isc_short_logarithms[16] ISC_LINE_ALIGNED = {
    0.0, 0x1.08c588cda79e5p-3, 0x1.acf5e2db4ec91p-3, 0x1.24407ab0e073ap-2, 0x1.6e221cd9d0cddp-2, 0x1.b47ebf73882a1p-2,
    0x1.f7a8568cb06cep-2, 0x1.1bf311e95d00ep-1, 0x1.3abb3faa02168p-1, 0x1.5848226989d34p-1, 0x1.74b1fd64e0754p-1,
    0x1.900e6160002cep-1, 0x1.aa708f58014d4p-1, 0x1.c3e9ca2e1a055p-1, 0x1.dc899ab3ff56cp-1, 0x1p+0};

/* 2^(i / 16), and by how much of itself it is larger than its double. */
static const double isc_roots[16] ISC_LINE_ALIGNED = {
    0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0,
    0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0, 0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0,
    0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f09p+0, 0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0,
    0x1.ea4afa2a490dap+0};

static const double isc_roots_lo[16] ISC_LINE_ALIGNED = {
    0.0, 0x1.79aa65d837b6dp-54, -0x1.01b15eaa59348p-55, 0x1.68efde3a8a894p-54, 0x1.34d754db0abb6p-55,
    0x1.59f48a72a4c6dp-55, 0x1.690cebb7aafbp-56, 0x1.063e1e21c5409p-54, -0x1.3b3efbf5e2228p-54,
    -0x1.b32dcb94da51dp-56, 0x1.db72fc1f0eab4p-55, 0x1.1affc2b91ce27p-56, 0x1.c1a7792cb3387p-55,
    0x1.36eae30af0cb3p-56, 0x1.4a385a63d07a7p-56, -0x1.ff7128fd391fp-55};

/* 1 / z for z near 1 + i / 32, in 64ths, the last in 128ths. */
static const double isc_reciprocals[32] ISC_LINE_ALIGNED = {
    0x1p+0, 0x1.fp-1, 0x1.ep-1, 0x1.d8p-1, 0x1.c8p-1, 0x1.b8p-1, 0x1.bp-1, 0x1.a8p-1, 0x1.98p-1, 0x1.9p-1, 0x1.88p-1,
    0x1.8p-1, 0x1.78p-1, 0x1.7p-1, 0x1.68p-1, 0x1.6p-1, 0x1.58p-1, 0x1.5p-1, 0x1.48p-1, 0x1.4p-1, 0x1.38p-1,
    0x1.38p-1, 0x1.3p-1, 0x1.28p-1, 0x1.28p-1, 0x1.2p-1, 0x1.18p-1, 0x1.18p-1, 0x1.1p-1, 0x1.1p-1, 0x1.08p-1, 0x1.04p-1};

/* ln of 1 / reciprocal: 42 bits behind the point, and the rest. */
static const double isc_logarithms_hi[32] ISC_LINE_ALIGNED = {
    0.0, 0x1.0415d89e78p-5, 0x1.08598b59e4p-4, 0x1.4d3115d208p-4, 0x1.da72763844p-4, 0x1.365fcb015ap-3,
    0x1.5bf406b544p-3, 0x1.823c16551ap-3, 0x1.d1037f2656p-3, 0x1.f991c6cb3cp-3, 0x1.1178e8227ep-2, 0x1.269621134ep-2,
    0x1.3c25277333p-2, 0x1.522ae0738ap-2, 0x1.68ac83e9c7p-2, 0x1.7fafa3bd81p-2, 0x1.973a343135p-2, 0x1.af5295248dp-2,
    0x1.c7ff9c7455p-2, 0x1.e148a1a272p-2, 0x1.fb358af7a5p-2, 0x1.fb358af7a5p-2, 0x1.0ae76e2d058p-1, 0x1.188ee40f24p-1,
    0x1.188ee40f24p-1, 0x1.269621134d8p-1, 0x1.35028ad9d9p-1, 0x1.35028ad9d9p-1, 0x1.43d9ff2f92p-1, 0x1.43d9ff2f92p-1,
    0x1.5322e268678p-1, 0x1.5af405c3648p-1};

static const double isc_logarithms_lo[32] ISC_LINE_ALIGNED = {
    0.0, -0x1.dddc7f461c516p-44, -0x1.7e5dd7009902cp-46, -0x1.53a2582f4e1efp-48, 0x1.a89401fa71733p-46,
    -0x1.fd3a0afb9691bp-44, -0x1.27023eb68981cp-46, 0x1.e0ddb9a631e83p-46, -0x1.84a7e75b6f6e4p-47,
    -0x1.90d04cd7cc834p-44, 0x1.1ef78ce2d07f2p-44, -0x1.1b61f10522625p-44, 0x1.83b54b606bd5cp-46,
    0x1.ebe708164c759p-45, -0x1.7af966c548a3p-44, 0x1.46fb79bf6d4cbp-44, 0x1.ab73b16bf4984p-44,
    -0x1.17cc552774458p-45, 0x1.324911f56db29p-44, 0x1.b36537e3375b2p-44, -0x1.def40b87d36d9p-44,
    -0x1.def40b87d36d9p-44, -0x1.82de51de06076p-44, -0x1.accec41d52e6cp-44, -0x1.accec41d52e6cp-44,
    0x1.c93c1df5bb3b6p-44, -0x1.bd1f01ab60655p-44, -0x1.bd1f01ab60655p-44, 0x1.e267b0b7efae1p-44,
    0x1.e267b0b7efae1p-44, 0x1.5ccc45d257531p-47, 0x1.dfa63ac10c9fbp-45};

#endif
