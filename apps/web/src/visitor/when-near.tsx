import { type ReactNode, useEffect, useRef, useState } from "react";

/** Milliseconds after which the children render without scrolling: by then the page has loaded. */
const AT_REST_MS = 4_000;

/**
 * Renders its children when they are almost in view or the page has loaded, so that they do not slow down the first paint.
 */
export function WhenNear({ children }: { children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => setIsNear(true);
    const timer = setTimeout(show, AT_REST_MS);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
      rootMargin: "10%",
    });
    if (place.current) observer.observe(place.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return <div ref={place}>{isNear ? children : null}</div>;
}
