import { useMe } from '../../features/auth/api/me.ts'
import { Footer } from '../../features/chrome/components/footer.tsx'

export function LateFooter() {
  const { data: user } = useMe()
  return <Footer isSignedIn={Boolean(user)} />
}
