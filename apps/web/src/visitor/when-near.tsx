import { type ReactNode, useEffect, useRef, useState } from "react";

/** Milliseconds until what nobody has scrolled to comes all the same: by then the page is at rest. */
const AT_REST = 4_000;

/** Shows its children once they are almost in view or the page is at rest, so that they cost the first view nothing. */
export function WhenNear({ children }: { children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => setIsNear(true);
    const timer = setTimeout(show, AT_REST);
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
