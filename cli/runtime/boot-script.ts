import type { ThemeName } from '../contract.ts';

export const themeKey = 'theme';
export const reloadGuardKey = 'sitegen:reload';
export const reloadGuardMs = 10_000;

/**
 * The one inline script, for the head before anything else: puts the kept theme on `<html>` before the first paint
 * (`data-theme` light or dark, `data-theme-choice` as chosen, `color-scheme`), and reloads the page, once in 10 s,
 * when a module script of the page cannot be loaded. The same defaults give the same text, so its hash can stand in
 * the content security policy.
 */
export function bootScript(defaults: { readonly theme: ThemeName }): string {
  return `(function(d,w,t,e){try{t=localStorage.getItem("${themeKey}")}catch(_){}
if(!/^(light|dark|system)$/.test(t))t="${defaults.theme}";
e=t=="system"?matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light":t;
d.dataset.themeChoice=t;d.dataset.theme=d.style.colorScheme=e;
w.addEventListener("error",function(v,s,n){s=v.target;if(s&&s.tagName=="SCRIPT"&&s.type=="module"){n=Date.now();
try{if(sessionStorage.getItem("${reloadGuardKey}")>n)return;sessionStorage.setItem("${reloadGuardKey}",n+${reloadGuardMs})}
catch(_){v=performance.getEntriesByType("navigation")[0];if(v&&v.type=="reload")return}
location.reload()}},true)})(document.documentElement,window)`;
}
