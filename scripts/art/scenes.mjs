/** Drawings of 320 × 220 units. */

/** Evening colours of the scenes. */
export const DUSK = {
  sky: ['#1c3b4a', '#c96f4a', '#f6c079'],
  sun: '#ffe7b0',
  far: '#5b4b5c',
  near: '#2a2a38',
  sea: ['#e39a63', '#274a57'],
  light: '#fff1cf',
  tower: '#f3e6d2',
  band: '#c8402b',
  rock: '#1d1c26',
  grass: '#5f7344',
  leaf: '#7f9450',
  wall: '#f0dcb8',
  roof: '#b5452c',
  skin: '#e7b48c',
  cloth: ['#2f5663', '#c8402b'],
};

const gradient = (id, colours) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;

/** SVG of a lighthouse on a rock, a low sun over the sea and a sailing boat. */
export const coast = (c) => `<defs>${gradient('sky', c.sky)}${gradient('sea', c.sea)}</defs>
<path fill="url(#sky)" d="M0 0h320v132H0z"/>
<circle cx="118" cy="112" r="24" fill="${c.sun}"/>
<g fill="#fff" fill-opacity=".22"><path d="M20 48c8-10 22-8 26 0 10-5 22 0 22 8H6c0-6 6-10 14-8z"/><path d="M176 30c7-9 20-7 24 0 9-4 20 0 20 7h-58c0-5 6-9 14-7z"/></g>
<path fill="${c.far}" d="M0 132v-14l34-16 30 14 34-20 42 24 40-10 46 14 94-6v14z"/>
<path fill="url(#sea)" d="M0 130h320v90H0z"/>
<g fill="${c.sun}" fill-opacity=".5"><path d="M104 140h28v3h-28zM96 150h42v3H96zM108 161h22v3h-22zM90 173h52v3H90zM112 186h24v4h-24z"/></g>
<g fill="${c.sea[1]}" fill-opacity=".4"><path d="M12 146h54v2H12zM30 168h40v3H30zM170 158h44v2h-44zM8 196h70v4H8zM150 200h60v4h-60z"/></g>
<g transform="translate(52 124)"><path fill="${c.rock}" d="M-4 30h44l-8 10H6z"/><path fill="${c.light}" d="M17 26V-8l19 32z"/><path fill="${c.band}" d="M14 26V0L0 24z"/></g>
<path fill="${c.rock}" d="M204 220c4-22 18-40 34-46 10-10 26-12 36-6 16-4 34 4 46 18v34z"/>
<path fill="${c.tower}" d="m244 172 6-92h24l6 92z"/>
<path fill="${c.band}" d="m248.5 104 1-16h25l1 16zM246 140l1.2-18h29.600l1.2 18z"/>
<path fill="#000" fill-opacity=".16" d="M266 80h8l6 92h-11z"/>
<path fill="${c.near}" d="M246 74h32v7h-32zM252 56h20v18h-20zM250 56l12-12 12 12z"/>
<path fill="${c.light}" d="M256 59h12v12h-12z"/>
<path fill="${c.light}" fill-opacity=".32" d="M256 60 96 30v34l160 6z"/>
<g fill="none" stroke="${c.near}" stroke-width="2" stroke-linecap="round"><path d="M150 66c4-4 7-4 10 0 3-4 6-4 10 0M182 82c3-3 5-3 7 0 2-3 4-3 7 0"/></g>`;

/** SVG of a maker's mark. */
export const emblem =
  () => `<g transform="translate(160 110)"><circle r="74" fill="#1f4650"/><circle r="64" fill="none" stroke="#f2b34c" stroke-width="3"/>
<path fill="#f2b34c" d="M-40 26 -14-18 2 6 14-12 40 26z"/><path fill="#f6e7cb" d="M-40 32h80v5h-80z"/><circle cx="16" cy="-32" r="9" fill="#e4572e"/>
<path fill="#f6e7cb" d="m-30 46 3 5 6 .5-4.5 4 1.3 5.5-5.8-3-5.2 3 1.3-5.5-4.5-4 5.5-.5zM0 46l3 5 6 .5-4.5 4 1.3 5.500L0 58l-5.8 3 1.3-5.5-4.5-4 6-.5zM30 46l3 5 6 .5-4.5 4 1.3 5.5-5.8-3-5.8 3 1.3-5.5-4.5-4 6-.5z"/></g>`;
