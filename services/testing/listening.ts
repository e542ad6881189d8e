// When a page of the shop may be touched. A link that is pressed before that is followed by the
// browser alone: the page it leads to does not know that it was reached from another.

/**
 * Runs in the page. The last part of it that listens is the button of the colours in its footer:
 * React has written its own handlers on it by then.
 */
export function listening(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const button = document.querySelector('footer button')
      const isSo = Object.keys(button ?? {}).some((key) => key.startsWith('__reactProps$'))
      if (button === null || isSo) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
}
