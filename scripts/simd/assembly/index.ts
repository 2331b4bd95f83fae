export * from './deconvolve';
export * from './fourier';
