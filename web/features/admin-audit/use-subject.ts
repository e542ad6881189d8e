import { isNoPerson } from '../../lib/admin/is-no-person.ts'
import { useTyped } from '../../lib/admin/use-typed.ts'

type Given = {
  /** Whose memory it is. */
  screen: string
  /** As the address has it. */
  chosen: string
  onChoose: (subject: string) => void
}

/**
 * Whom or what is looked for. Once it is typed to its end, what names no person goes into the
 * address; anything else stays in the memory of the page.
 */
export function useSubject({ screen, chosen, onChoose }: Given) {
  const [typed, setTyped] = useTyped(screen)
  // Of which subject it takes the place: another address, such as that of Back, has its own.
  const [replaced, setReplaced] = useTyped(`${screen} replaced`)
  const isTyped = typed !== '' && replaced === chosen

  const change = (next: string) => {
    setReplaced(next)
    if (next !== chosen) onChoose(next)
  }
  const type = (words: string) => {
    setTyped(words)
    change(words === '' ? '' : chosen) // an emptied field asks for nobody, at once
  }
  const finish = () => {
    if (!isTyped) return
    const words = typed.trim()
    if (isNoPerson(words)) setTyped('')
    change(isNoPerson(words) ? words : '')
  }
  return {
    words: isTyped ? typed : chosen,
    isTyped,
    type,
    finish,
    forget: () => setTyped(''),
  }
}
