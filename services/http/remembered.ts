// Answers that stay true until something was recorded. Who asks while the same answer is being made
// gets it too; what was made before the last fact is made anew. It is for figures that cost much
// and are asked often, by several people at a time.
export type Remembered<Answer> = (
  key: string,
  mark: string,
  make: () => Promise<Answer>,
) => Promise<Answer>

/** At most `keysMax` answers are kept, the oldest goes first. */
export function remembered<Answer>(keysMax: number): Remembered<Answer> {
  const known = new Map<string, { mark: string; answer: Promise<Answer> }>()
  return (key, mark, make) => {
    const found = known.get(key)
    if (found?.mark === mark) return found.answer
    const answer = make()
    known.delete(key)
    known.set(key, { mark, answer })
    answer.catch(() => {
      if (known.get(key)?.answer === answer) known.delete(key) // the next who asks tries again
    })
    const [oldest] = known.size > keysMax ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return answer
  }
}
