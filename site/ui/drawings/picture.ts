export const pictureShape = 'M4 5h16v14H4zM4 15.500l4.5-4.5 5 5 3-3 3.5 3.500M14.5 9.500h.5';
