export const infoShape = 'M12 11v6M12 7v.5M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0';
