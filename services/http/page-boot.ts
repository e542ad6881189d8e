// When a page's scripts are fetched, and how. A landing page is complete as it was written: its
// scripts wait for its pictures, or for the first touch, so that they do not take the line from
// what is looked at. Each is run in a task of its own, for one long task would keep a finger
// waiting. On every page what was typed before the app listens is typed again, a button that was
// pressed is pressed again, no form is sent, and a script that a cut line has lost is asked for
// again. One that is gone, for the shop has a new build since it wrote the page, is found by
// reading the page anew: once, as `web/lib/patient.ts` does for what comes later.

/** `scripts`: of the shell, the entry first. */
export function bootScript(scripts: readonly string[], { isLanding }: Boot): string {
  return `(${boot})(${JSON.stringify(scripts.map((file) => `/${file}`))},${isLanding})`
}

type Boot = { isLanding: boolean }

/**
 * As text: it runs in the page. `web/entry-client.tsx` dispatches `shop:listening` when React takes
 * what is pressed, though it has yet to draw: pressed again, that would be done twice, so the last
 * press is React's alone. `shop:ready` comes while it is at work, and hears nothing. A field is
 * told twice: the first time it is taken over by the app, which may empty it, the second time the
 * app hears what is in it, once it was made to forget what it has seen there. Who is still typing
 * when the app empties his field has it back before his next letter.
 */
const boot = `([entry,...imported],isLanding)=>{
let started=false,isHeard=false,pressed=null
const once={once:true,passive:true,capture:true}
const isGone=href=>window.fetch(href,{method:'HEAD',cache:'no-store'})
.then(({status})=>status===404,()=>false)
const backOnline=()=>new Promise(go=>{
window.setTimeout(go,5000)
addEventListener('online',go,once)
})
const get=async href=>{
for(;;){
try{return await import(href)}catch{}
if(await isGone(href)&&sessionStorage.getItem('qura.left')!==href){
sessionStorage.setItem('qura.left',href)
location.reload()
await new Promise(()=>{})
}
await backOnline()
}
}
const start=async()=>{
if(started)return
started=true
if(!isLanding)return get(entry)
for(const href of imported){
const link=document.createElement('link')
document.head.append(Object.assign(link,{rel:'modulepreload',href}))
}
for(const href of imported){
await get(href)
await new Promise(requestAnimationFrame)
}
get(entry)
}
const press=event=>{pressed=isHeard?null:event.target.closest('button')}
const hold=event=>event.preventDefault()
const typed=new Map()
const isBox=({type})=>type==='checkbox'||type==='radio'
const nameIn=field=>isBox(field)?'checked':'value'
const type=({target})=>{
const value=target[nameIn(target)]
if(value===undefined||target.type==='file')return
typed.delete(target)
typed.set(target,value)
}
const tell=field=>{
for(const kind of isBox(field)?['click']:['input','change'])
field.dispatchEvent(new Event(kind,{bubbles:true}))
}
const typeAgain=(field,value)=>{
tell(field)
const name=nameIn(field)
field[name]=isBox(field)?!value:value===''?'-':''
Object.getOwnPropertyDescriptor(field.constructor.prototype,name).set.call(field,value)
tell(field)
}
const keep=({target})=>{
const value=typed.get(target)
if(value!==undefined&&value!==target.value)typeAgain(target,value)
}
addEventListener('beforeinput',keep,true)
addEventListener('input',type,true)
addEventListener('click',press,true)
addEventListener('submit',hold,true)
addEventListener('shop:listening',()=>{isHeard=true},once)
addEventListener('shop:ready',()=>window.setTimeout(()=>{
removeEventListener('beforeinput',keep,true)
removeEventListener('input',type,true)
removeEventListener('click',press,true)
removeEventListener('submit',hold,true)
for(const[field,value]of typed)typeAgain(field,value)
window.setTimeout(()=>pressed?.click())
}),once)
if(!isLanding)return start()
for(const kind of['pointerdown','keydown','focusin'])addEventListener(kind,start,once)
addEventListener('load',()=>requestAnimationFrame(start),once)
}`
