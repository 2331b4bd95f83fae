/** Part of the names of emulated graphics chips, which are slower than the processor's own filters. */
export const EMULATED_CHIP = /swiftshader|llvmpipe|software|basic render/i;
