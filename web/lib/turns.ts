// Hydration in turns. A page is complete as it was written; what lies further down listens a moment
// later, each part in a task of its own, so that no task keeps a finger waiting. Whoever touches
// the page ends the waiting for all of them at once.
type Gate = { status: 'pending' | 'fulfilled'; then: (act: () => void) => void; open: () => void }

const gates = new Map<string, Gate>()
const closed: Gate[] = []
let isOver = import.meta.env.SSR

/** What the part of that name waits for, to be given to `use`; null once nobody waits any more. */
export function turnOf(name: string): PromiseLike<void> | null {
  if (isOver) return null
  const gate = gates.get(name) ?? newGate()
  gates.set(name, gate)
  // Nobody chains on a gate, so what its `then` answers is not looked at.
  return gate as unknown as PromiseLike<void>
}

function newGate(): Gate {
  const waiting: (() => void)[] = []
  const gate: Gate = {
    // React looks at it first: a gate is open at once, not after the next microtask.
    status: 'pending',
    // oxlint-disable-next-line unicorn/no-thenable -- what `use` takes; nobody awaits it
    then(act) {
      if (gate.status === 'fulfilled') act()
      else waiting.push(act)
    },
    open() {
      gate.status = 'fulfilled'
      for (const act of waiting.splice(0)) act()
    },
  }
  if (closed.push(gate) === 1) whenIdle(openNext)
  return gate
}

function openNext(): void {
  closed.shift()?.open()
  if (closed.length > 0) whenIdle(openNext)
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 300 })
  else setTimeout(act, 30)
}

function endTurns(): void {
  isOver = true
  for (const gate of closed.splice(0)) gate.open()
}

if (!import.meta.env.SSR)
  for (const kind of ['pointerdown', 'keydown', 'focusin', 'click'])
    addEventListener(kind, endTurns, { capture: true, once: true, passive: true })
