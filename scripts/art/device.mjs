import { coast, DUSK } from './scenes.mjs';

/**
 * Illustration, 560 × 420 units: the program comes from the server, the picture stays on the device. Transparent
 * background, in colours with sufficient contrast in both themes.
 */
export const device = () => `<defs>
<radialGradient id="glow" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#ff5a36" stop-opacity=".5"/><stop offset="1" stop-color="#ff5a36" stop-opacity="0"/></radialGradient>
<clipPath id="screen"><rect x="150" y="206" width="260" height="150" rx="6"/></clipPath></defs>
<ellipse cx="280" cy="270" rx="270" ry="170" fill="url(#glow)"/>
<g fill="none" stroke="#a08a7c" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="2 9" transform="translate(0 22)">
<path d="M214 96h132a34 34 0 0 0 4-67.8 48 48 0 0 0-90-14 40 40 0 0 0-52 28 27 27 0 0 0 6 53.800z"/></g>
<g fill="none" stroke="#ff7a50" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M280 106v62M262 150l18 20 18-20"/></g>
<g transform="translate(254 58)" fill="#a08a7c"><rect width="52" height="34" rx="5"/><g fill="#120c0a"><path d="M12 10l-5 7 5 7M40 10l5 7-5 7" fill="none" stroke="#120c0a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path d="m29 8-7 18" stroke="#120c0a" stroke-width="3" stroke-linecap="round"/></g></g>
<rect x="132" y="188" width="296" height="186" rx="16" fill="#2e201b" stroke="#8c7265" stroke-width="3"/>
<g clip-path="url(#screen)"><g transform="translate(150 206) scale(.8125 .7)">${coast(DUSK)}</g></g>
<path fill="#3a2922" stroke="#8c7265" stroke-width="3" stroke-linejoin="round" d="M96 374h368l22 26a8 8 0 0 1-6 13H80a8 8 0 0 1-6-13z"/><path fill="#8c7265" d="M240 386h80v6h-80z"/>
<g transform="translate(392 318)"><circle r="34" cx="22" cy="22" fill="#120c0a" stroke="#ff5a36" stroke-width="3"/><g fill="none" stroke="#ffb394" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"><path d="M10 20h24v18H10zM14 20v-6a8 8 0 0 1 16 0v6"/></g></g>`;
