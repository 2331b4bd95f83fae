export const mailShape = 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7';
