// A question that many ask at the same moment is answered once. Whoever asks while it is being
// answered shares the next answer, never the one under way: what was recorded before somebody asked
// is in what they get.
export type SharedAnswers<Answer> = (key: string, make: () => Promise<Answer>) => Promise<Answer>

export function sharedAnswers<Answer>(): SharedAnswers<Answer> {
  const underWay = new Map<string, Promise<unknown>>()
  const nextOnes = new Map<string, Promise<Answer>>()

  function begin(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const answer = make()
    const settled = answer
      .catch(() => undefined)
      .then(() => {
        if (underWay.get(key) === settled) underWay.delete(key)
      })
    underWay.set(key, settled)
    return answer
  }

  return (key, make) => {
    const before = underWay.get(key)
    if (before === undefined) return begin(key, make)
    const known = nextOnes.get(key)
    if (known !== undefined) return known
    const next = before.then(() => {
      nextOnes.delete(key)
      return begin(key, make)
    })
    nextOnes.set(key, next)
    return next
  }
}
