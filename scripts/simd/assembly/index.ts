export * from './deconvolve';
export * from './fourier';
export * from './patches';
