export function OrderDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  return <button onClick={onClose}>{orderId}</button>
}
