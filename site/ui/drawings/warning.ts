export const warningShape = 'M12 9.500v4.500M12 17v.300M12 3.5 21 19.500H3z';
