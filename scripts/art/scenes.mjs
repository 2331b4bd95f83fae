/** Scenes of 320 × 220 units. Each takes its colours, so that the same scene can be faded, flat or clean. */

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

/** A lighthouse on a rock, the sun low over the sea, a sailing boat. */
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

/** A farmhouse with a tree; two people stand before it. */
export const farm = (c) => `<defs>${gradient('sky', c.sky)}</defs>
<path fill="url(#sky)" d="M0 0h320v220H0z"/>
<path fill="${c.far}" d="M0 126c50-26 90-28 150-8 60-22 110-20 170 0v40H0z"/>
<path fill="${c.grass}" d="M0 146c90-16 220-16 320 0v74H0z"/>
<path fill="${c.leaf}" d="M0 176c100-14 210-10 320 6v38H0z"/>
<path fill="${c.wall}" d="M64 92h116v66H64z"/><path fill="#000" fill-opacity=".12" d="M146 92h34v66h-34z"/>
<path fill="${c.roof}" d="m52 94 26-36h88l26 36z"/><path fill="${c.near}" d="M140 44h14v22h-14z"/>
<g fill="${c.near}"><path d="M78 106h20v20H78zM110 106h20v20h-20zM152 116h18v42h-18z"/></g>
<g fill="${c.light}" fill-opacity=".8"><path d="M80 108h7v7h-7zM112 108h7v7h-7zM89 117h7v7h-7zM121 117h7v7h-7z"/></g>
<path fill="${c.near}" d="M252 90h10l4 74h-18z"/>
<g fill="${c.grass}"><circle cx="256" cy="66" r="34"/><circle cx="230" cy="86" r="22"/><circle cx="284" cy="84" r="24"/></g>
<g fill="${c.leaf}"><circle cx="248" cy="56" r="16"/><circle cx="276" cy="76" r="13"/><circle cx="228" cy="82" r="11"/></g>
<g transform="translate(196 122)"><path fill="${c.cloth[0]}" d="M0 72 4 26c1-8 18-8 20 0l4 46z"/><circle cx="14" cy="12" r="9" fill="${c.skin}"/><path fill="${c.near}" d="M3 10c0-14 22-14 22 0l3 1v2H0v-2z"/></g>
<g transform="translate(226 128)"><path fill="${c.cloth[1]}" d="m-4 66 9-42c2-7 14-7 16 0l9 42z"/><circle cx="13" cy="11" r="8.5" fill="${c.skin}"/><path fill="${c.near}" d="M4 12c-2-14 20-15 19 0-4-5-14-6-19 0z"/></g>
<g stroke="${c.near}" stroke-width="4" stroke-linecap="round"><path d="M8 158v34M32 155v36M56 162v30M2 168h62M2 182h62"/></g>`;

/** A kingfisher on a branch. */
export const bird =
  () => `<defs>${gradient('sky', ['#2c3f3a', '#7c8f5c', '#c9b26c'])}<radialGradient id="b" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#5cc3d6"/><stop offset=".6" stop-color="#1f7fa6"/><stop offset="1" stop-color="#123f63"/></radialGradient></defs>
<path fill="url(#sky)" d="M0 0h320v220H0z"/>
<g fill="#fff" fill-opacity=".1"><circle cx="52" cy="52" r="30"/><circle cx="276" cy="48" r="40"/><circle cx="248" cy="150" r="22"/><circle cx="36" cy="148" r="18"/></g>
<path fill="none" stroke="#3a2a20" stroke-width="11" stroke-linecap="round" d="M-6 192c80-14 190-6 334-30"/>
<path fill="none" stroke="#5a4230" stroke-width="4" stroke-linecap="round" d="M-6 188c80-14 190-6 334-30"/>
<path fill="#123f63" d="m170 150 34 46-16 2-30-40z"/>
<path fill="url(#b)" d="M118 70c10-28 52-34 68-8 18 28 14 78-14 104-26 10-50-14-54-46-2-20-4-34 0-50z"/>
<path fill="#e2803a" d="M120 92c10 10 26 14 38 12 8 20 6 46-8 62-18-2-30-22-32-46z"/>
<path fill="#f0a35c" d="M126 104c8 6 16 8 24 8 4 14 2 28-6 40-10-6-18-28-18-48z"/>
<path fill="#1c2a30" d="M122 74 50 66l70 18z"/><path fill="#39505a" d="m122 79-72-13 71 20z"/>
<path fill="#f6eede" d="M120 90c8-2 14 4 14 12-6 2-12-4-14-12zM150 82c10-4 20 2 22 12-10 4-20-2-22-12z"/>
<path fill="#e2803a" d="M128 76c10-6 22-4 30 4-8 6-22 6-30-4z"/>
<circle cx="139" cy="68" r="6.5" fill="#11181b"/><circle cx="137" cy="66" r="2" fill="#fff"/>
<g fill="none" stroke="#bdeaf0" stroke-width="1.6" stroke-linecap="round" stroke-opacity=".85"><path d="M176 84c6 16 6 40-2 62M183 82c6 20 4 44-4 62M168 96c4 16 2 36-6 50M152 50c6-3 12-3 18 1M150 56c8-4 16-3 22 2M156 45c5-2 9-1 13 1"/></g>
<g fill="none" stroke="#a5501c" stroke-width="1.2" stroke-linecap="round" stroke-opacity=".8"><path d="M130 116c4 2 7 2 10 1M132 126c4 2 8 2 11 1M135 136c3 2 7 2 9 1M138 146c3 1 5 1 7 0"/></g>
<path fill="none" stroke="#c8402b" stroke-width="4" stroke-linecap="round" d="M140 166v14m-6 0h14M156 166v13m-6 0h13"/>`;

/** A dog's head and shoulders, without a background. */
export const dog = () => `<g>
<path fill="#a2623a" d="M84 220c4-40 30-62 76-62s72 22 76 62z"/><path fill="#f1e1c6" d="M128 220c0-30 10-54 32-54s32 24 32 54z"/>
<path fill="#c8402b" d="M112 170c24 16 72 16 96 0l4 12c-30 18-74 18-104 0z"/><circle cx="160" cy="192" r="8" fill="#f2b34c"/>
<path fill="#b5713f" d="M106 92c0-42 24-62 54-62s54 20 54 62c0 44-20 82-54 82s-54-38-54-82z"/>
<path fill="#f1e1c6" d="M146 34c8-5 20-5 28 0 4 26 2 44 12 60 12 40-2 82-26 82s-38-42-26-82c10-16 8-34 12-60z"/>
<path fill="#6f3f24" d="M112 52C92 40 74 52 68 84c-4 24 4 52 18 56 16-12 20-52 26-88zM208 52c20-12 38 0 44 32 4 24-4 52-18 56-16-12-20-52-26-88z"/>
<ellipse cx="134" cy="94" rx="9" ry="10" fill="#20140e"/><ellipse cx="186" cy="94" rx="9" ry="10" fill="#20140e"/>
<circle cx="137" cy="90" r="3" fill="#fff"/><circle cx="189" cy="90" r="3" fill="#fff"/>
<path fill="#20140e" d="M146 122c6-7 22-7 28 0 3 8-8 16-14 16s-17-8-14-16z"/>
<path fill="none" stroke="#20140e" stroke-width="3" stroke-linecap="round" d="M160 138v10c-6 10-18 8-20 0M160 148c6 10 18 8 20 0"/>
<path fill="#e06a5f" d="M151 153c4 5 14 5 18 0 2 12-2 20-9 20s-11-8-9-20z"/>
<g fill="none" stroke="#7d4a2a" stroke-width="2.5" stroke-linecap="round"><path d="M150 32l-5-9M168 32l5-9M159 30v-11"/></g></g>`;

/** A living room behind the dog. */
export const room = () => `<path fill="#4a5f5e" d="M0 0h320v160H0z"/><path fill="#6d4a37" d="M0 160h320v60H0z"/>
<path fill="#dfc9a0" d="M22 20h74v64H22z"/><path fill="#8fb4b0" d="M28 26h62v52H28z"/><path fill="#5e7f58" d="m28 78 22-28 16 16 12-14 12 26z"/>
<path fill="#a9472f" d="M236 112c0-12 84-12 84 0v76h-84z"/><path fill="#8c3824" d="M226 140h94v50h-94z"/>
<path fill="#2e3b3a" d="M262 30h6v84h-6z"/><path fill="#f4d28a" d="m244 34 8-26h26l8 26z"/><path fill="#fff3cf" fill-opacity=".3" d="m244 34-24 80h92l-26-80z"/>
<path fill="#3d6a45" d="M20 168c-12-30-4-52 10-60 4 18 6 34 2 60zM36 168c-4-28 8-48 24-52 2 20-6 38-16 52z"/><path fill="#c9884b" d="M14 166h40l-6 34H20z"/>`;

/** Wide dunes and the sea. */
export const dunes =
  () => `<defs>${gradient('sky', ['#5f9fb0', '#bcd8cf', '#f4dfb4'])}${gradient('sea', ['#2f7c8c', '#7fb9b0'])}</defs>
<path fill="url(#sky)" d="M0 0h320v110H0z"/><circle cx="248" cy="46" r="18" fill="#fff3cd"/>
<path fill="url(#sea)" d="M0 92h320v44H0z"/><g fill="#fff" fill-opacity=".5"><path d="M20 108h60v2H20zM120 118h80v2h-80zM230 106h50v2h-50zM40 126h70v3H40z"/></g>
<path fill="#f0d9a6" d="M0 132c70-10 130 6 190 2 60-6 100-4 130 4v82H0z"/><path fill="#e2c183" d="M0 170c80-20 150 6 200 0 50-8 90-6 120 6v44H0z"/><path fill="#d0a968" d="M0 206c70-16 170-8 320-2v16H0z"/>
<g fill="none" stroke="#7d8c4a" stroke-width="3" stroke-linecap="round"><path d="M22 178c-2-18-8-26-14-32M24 178c0-18 2-28 6-36M28 178c4-14 10-20 18-24M290 186c-2-14-6-22-12-28M292 186c2-16 6-24 14-30"/></g>`;

/** A street at night with a cyclist. */
export const street = () => `<defs>${gradient('sky', ['#191a2c', '#43304a', '#a4523f'])}</defs>
<path fill="url(#sky)" d="M0 0h320v220H0z"/>
<path fill="#14141f" d="M0 40h46v120H0zM54 66h40v94H54zM226 30h44v130h-44zM276 60h44v100h-44z"/>
<g fill="#f6c079"><path d="M8 52h8v10H8zM26 52h8v10h-8zM8 76h8v10H8zM62 80h8v9h-8zM78 100h8v9h-8zM234 46h9v11h-9zM252 70h9v11h-9zM286 76h8v10h-8zM302 100h8v10h-8z"/></g>
<path fill="#232230" d="M0 158h320v62H0z"/><path fill="#f6c079" fill-opacity=".5" d="M20 194h44v4H20zM108 194h44v4h-44zM196 194h44v4h-44zM284 194h36v4h-36z"/>
<g fill="none" stroke="#f3e6d2" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><circle cx="124" cy="164" r="24"/><circle cx="196" cy="164" r="24"/><path d="m124 164 22-40h34l16 40-40-2-12-36m-6 0h-8m46 0-6-14h10"/></g>
<path fill="#c8402b" d="M150 116c2-26 18-38 34-36 8 2 8 12 2 16l-16 8-4 18z"/><path fill="none" stroke="#c8402b" stroke-width="7" stroke-linecap="round" d="m180 90 12 18"/>
<path fill="none" stroke="#3f6d7c" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" d="m158 120 14 16-8 24"/><circle cx="194" cy="70" r="11" fill="#e7b48c"/><path fill="#f2b34c" d="M182 70c-1-16 22-18 25-2z"/>`;

/** Ground that stands for transparency. */
export const checker = () =>
  '<defs><pattern id="k" width="24" height="24" patternUnits="userSpaceOnUse"><path fill="#efe7da" d="M0 0h24v24H0z"/><path fill="#d3c7b5" d="M0 0h12v12H0zM12 12h12v12H12z"/></pattern></defs><path fill="url(#k)" d="M0 0h320v220H0z"/>';

/** A maker's mark. */
export const emblem =
  () => `<g transform="translate(160 110)"><circle r="74" fill="#1f4650"/><circle r="64" fill="none" stroke="#f2b34c" stroke-width="3"/>
<path fill="#f2b34c" d="M-40 26 -14-18 2 6 14-12 40 26z"/><path fill="#f6e7cb" d="M-40 32h80v5h-80z"/><circle cx="16" cy="-32" r="9" fill="#e4572e"/>
<path fill="#f6e7cb" d="m-30 46 3 5 6 .5-4.5 4 1.3 5.5-5.8-3-5.2 3 1.3-5.5-4.5-4 5.5-.5zM0 46l3 5 6 .5-4.5 4 1.3 5.500L0 58l-5.8 3 1.3-5.5-4.5-4 6-.5zM30 46l3 5 6 .5-4.5 4 1.3 5.5-5.8-3-5.8 3 1.3-5.5-4.5-4 6-.5z"/></g>`;
