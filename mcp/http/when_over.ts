/** The same bytes, behind some that come first; `over` is called once they are all read, or nobody wants more of them. */
export function whenOver(
  body: ReadableStream<Uint8Array>,
  over: () => void,
  first?: Uint8Array,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    over();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (first !== undefined) controller.enqueue(first);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
