import type { ThemeName } from '../contract.ts';

/** Key of the chosen theme in `localStorage`. */
export const themeKey = 'theme';
/**
 * Key in `sessionStorage` of the time, in milliseconds since 1970, until which missing code must not reload the page
 * again.
 */
export const reloadGuardKey = 'sitegen:reload';
export const reloadGuardMs = 10_000;

/**
 * Returns the only inline script of a page, which runs first in its head. The script applies the stored theme to
 * `<html>` before the first paint (`data-theme`: light or dark, `data-theme-choice`: the choice, `color-scheme`). It
 * reloads the page, at most once in 10 s, if a module script cannot be loaded. Its `onpopstate` is null once the visitor
 * has gone back or forward, for the router, which cannot listen yet. The text depends only on the defaults,
 * so that the content security policy can allow it by its hash.
 */
export function bootScript(defaults: { readonly theme: ThemeName }): string {
  return `(function(d,w,t,e){try{t=localStorage.getItem("${themeKey}")}catch(_){}
if(!/^(light|dark|system)$/.test(t))t="${defaults.theme}";
e=t=="system"?matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light":t;
d.dataset.themeChoice=t;d.dataset.theme=d.style.colorScheme=e;
w.addEventListener("error",function(v,s,n){s=v.target;if(s&&s.tagName=="SCRIPT"&&s.type=="module"){n=Date.now();
try{if(sessionStorage.getItem("${reloadGuardKey}")>n)return;sessionStorage.setItem("${reloadGuardKey}",n+${reloadGuardMs})}
catch(_){v=performance.getEntriesByType("navigation")[0];if(v&&v.type=="reload")return}
location.reload()}},true);
w.onpopstate=function(){w.onpopstate=null}})(document.documentElement,window)`;
}
