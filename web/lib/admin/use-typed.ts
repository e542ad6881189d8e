// Words to search by may name a person, so they never stand in an address. They are kept in the
// memory of the page, where Back finds them, and end with a reload and with a logout.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** `screen`: whose words they are. Logging out takes away all that begin with `typed`. */
export function useTyped(screen: string) {
  const queryClient = useQueryClient()
  const key = ['typed', screen]
  const [typed, setTyped] = useState(() => queryClient.getQueryData<string>(key) ?? '')
  const type = (words: string) => {
    queryClient.setQueryData(key, words)
    setTyped(words)
  }
  return [typed, type] as const
}
