/* The tables of power_sixteens.h: each is two registers, looked up by five bits. */
#ifndef ISC_ROWS_POWER_SIXTEENS_TABLES_H
#define ISC_ROWS_POWER_SIXTEENS_TABLES_H

/* 1 / z by the first five bits of z's significand, so short that z times it less 1 is exact; 1 and 1/2 at the ends, so
 * that nothing is lost where log2 x is close to an integer. */
static const float isc_sixteen_reciprocals[32] ISC_LINE_ALIGNED = {
    0x1p+0f, 0x1.e8p-1f, 0x1.d8p-1f, 0x1.dp-1f, 0x1.cp-1f, 0x1.b4p-1f, 0x1.a8p-1f, 0x1.ap-1f, 0x1.94p-1f,
    0x1.8cp-1f, 0x1.8p-1f, 0x1.78p-1f, 0x1.7p-1f, 0x1.68p-1f, 0x1.6p-1f, 0x1.58p-1f, 0x1.5p-1f, 0x1.4cp-1f,
    0x1.44p-1f, 0x1.4p-1f, 0x1.38p-1f, 0x1.34p-1f, 0x1.2cp-1f, 0x1.28p-1f, 0x1.2p-1f, 0x1.1cp-1f, 0x1.18p-1f,
    0x1.14p-1f, 0x1.1p-1f, 0x1.0cp-1f, 0x1.08p-1f, 0x1p-1f};

/* log2 of 1 / reciprocal: 16 bits behind the point, which an exponent can be added to, and the rest. */
static const float isc_sixteen_logarithms[32] ISC_LINE_ALIGNED = {
    0.0f, 0x1.1bbp-4f, 0x1.e0bp-4f, 0x1.22d8p-3f, 0x1.8a88p-3f, 0x1.dacp-3f, 0x1.169cp-2f, 0x1.32cp-2f,
    0x1.5dfcp-2f, 0x1.7b88p-2f, 0x1.a9p-2f, 0x1.c818p-2f, 0x1.e7ep-2f, 0x1.042cp-1f, 0x1.14c6p-1f, 0x1.25cp-1f,
    0x1.3722p-1f, 0x1.3ffap-1f, 0x1.52p-1f, 0x1.5b2cp-1f, 0x1.6dep-1f, 0x1.7768p-1f, 0x1.8ad8p-1f, 0x1.94c2p-1f,
    0x1.a9p-1f, 0x1.b354p-1f, 0x1.bdcep-1f, 0x1.c87p-1f, 0x1.d338p-1f, 0x1.de2ap-1f, 0x1.e946p-1f, 0x1p+0f};

static const float isc_sixteen_logarithms_lo[32] ISC_LINE_ALIGNED = {
    0.0f, 0x1.953002p-19f, 0x1.ae8f3p-20f, 0x1.6e155ap-18f, 0x1.80abfcp-19f, 0x1.169f22p-18f, 0x1.4d8fc6p-24f,
    -0x1.1c8f12p-22f, 0x1.cf1eeap-18f, 0x1.f02cf2p-18f, -0x1.a39fbep-20f, 0x1.dc2d46p-18f, -0x1.40358ep-19f,
    -0x1.5a32c2p-20f, -0x1.3e032ep-18f, 0x1.408c78p-18f, 0x1.5db83ap-20f, 0x1.a9ce9ep-18f, -0x1.a39fbep-18f,
    0x1.ed0cbap-20f, -0x1.eac382p-20f, -0x1.f6b4c2p-20f, 0x1.1b3cdap-19f, 0x1.0e9258p-18f, -0x1.a39fbep-19f,
    0x1.61d876p-19f, 0x1.3b992cp-18f, -0x1.0902b6p-18f, 0x1.20a6dep-21f, -0x1.c4fd14p-19f, -0x1.a6eb1ep-18f, 0.0f};

/* 2^(i / 32), and the rest. */
static const float isc_sixteen_roots[32] ISC_LINE_ALIGNED = {
    0x1p+0f, 0x1.059b0ep+0f, 0x1.0b5586p+0f, 0x1.11301ep+0f, 0x1.172b84p+0f, 0x1.1d4874p+0f, 0x1.2387a6p+0f,
    0x1.29e9ep+0f, 0x1.306fep+0f, 0x1.371a74p+0f, 0x1.3dea64p+0f, 0x1.44e086p+0f, 0x1.4bfdaep+0f, 0x1.5342b6p+0f,
    0x1.5ab07ep+0f, 0x1.6247ecp+0f, 0x1.6a09e6p+0f, 0x1.71f75ep+0f, 0x1.7a1148p+0f, 0x1.82589ap+0f, 0x1.8ace54p+0f,
    0x1.93737cp+0f, 0x1.9c4918p+0f, 0x1.a5503cp+0f, 0x1.ae89fap+0f, 0x1.b7f77p+0f, 0x1.c199bep+0f, 0x1.cb720ep+0f,
    0x1.d5818ep+0f, 0x1.dfc974p+0f, 0x1.ea4afap+0f, 0x1.f50766p+0f};

static const float isc_sixteen_roots_lo[32] ISC_LINE_ALIGNED = {
    0.0f, -0x1.9d4f52p-25f, 0x1.9f3122p-25f, -0x1.fdb496p-25f, -0x1.c15742p-27f, -0x1.d2e8cap-25f, 0x1.ceac48p-25f,
    -0x1.5c0424p-25f, 0x1.4636e2p-25f, -0x1.18aac6p-25f, 0x1.824684p-25f, 0x1.8624b4p-30f, -0x1.593abcp-25f,
    -0x1.2c561p-25f, -0x1.5bd5ecp-27f, -0x1.f8b55p-25f, 0x1.9fcef4p-26f, 0x1.1d8beep-25f, -0x1.829fdp-25f,
    -0x1.accc7cp-26f, 0x1.15506ep-27f, -0x1.e64744p-25f, 0x1.51f848p-27f, -0x1.b83b54p-25f, -0x1.a94b14p-26f,
    -0x1.a09438p-25f, -0x1.3d56b2p-27f, -0x1.8837ccp-27f, -0x1.822dbcp-27f, -0x1.908c94p-25f, 0x1.52486cp-27f,
    -0x1.246ebp-26f};

#endif
