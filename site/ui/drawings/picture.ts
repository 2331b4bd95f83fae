export const pictureShape = 'M4 5h16v14H4zM4 15.5l4.5-4.5 5 5 3-3 3.5 3.5M14.5 9.5h.5';
