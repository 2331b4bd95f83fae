/** The icons of information and of warnings: messages show either. */
export const infoShape = 'M12 11v6M12 7v.5M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0';
export const warningShape = 'M12 9.5v4.5M12 17v.3M12 3.5 21 19.5H3z';
