export const warningShape = 'M12 9.5v4.5M12 17v.3M12 3.5 21 19.5H3z';
