// When a page's scripts are fetched. A landing page is complete as it was written: its scripts wait
// for its pictures, or for the first touch, so that they do not take the line from what is looked
// at. Each is run in a task of its own, for one long task would keep a finger waiting. A button
// that was pressed meanwhile is pressed again as soon as the app listens.

/** `scripts`: of the shell, the entry first. */
export function bootScript(scripts: readonly string[]): string {
  return `(${boot})(${JSON.stringify(scripts.map((file) => `/${file}`))})`
}

/** As text: it runs in the page. `shop:ready` is dispatched by `web/entry-client.tsx`. */
const boot = `([entry,...imported])=>{
let started=false,pressed=null
const once={once:true,passive:true,capture:true}
const start=async()=>{
if(started)return
started=true
for(const href of imported){
const link=document.createElement('link')
document.head.append(Object.assign(link,{rel:'modulepreload',href}))
}
for(const href of imported){
await import(href)
await new Promise(requestAnimationFrame)
}
import(entry)
}
const press=event=>{pressed=event.target.closest('button')}
for(const kind of['pointerdown','keydown','focusin'])addEventListener(kind,start,once)
addEventListener('load',()=>requestAnimationFrame(start),once)
addEventListener('click',press,true)
addEventListener('shop:ready',()=>{removeEventListener('click',press,true);pressed?.click()},once)
}`
