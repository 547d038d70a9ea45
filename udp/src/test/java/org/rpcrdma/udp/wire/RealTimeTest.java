// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.time.Event;

/** Tests real time with a clock that the test controls. */
class RealTimeTest {
    private final List<String> happened = new ArrayList<>();
    private final HandTime time = new HandTime();

    private final class HandTime extends RealTime {
        private final Queue<String> outside = new ArrayDeque<>();
        private long clock;
        private int reads;
        private int wakeups;
        private int looks;
        private Runnable onTake = () -> {};

        @Override
        protected long clock() {
            reads++;
            return clock;
        }

        @Override
        protected boolean take() {
            looks++;
            if (outside.isEmpty()) {
                return false;
            }
            happened.add(outside.remove() + "@" + time.nanoTime());
            onTake.run();
            return true;
        }

        @Override
        protected void await(final long end) {
            happened.add("wait " + end);
            clock = end;
        }

        @Override
        protected void wake() {
            wakeups++;
        }
    }

    private Event note(final String text) {
        return new Event() {
            @Override
            protected void fire() {
                happened.add(text + "@" + time.nanoTime());
            }
        };
    }

    @Test
    void shouldWaitForTheTimeOfAnEvent() {
        time.schedule(note("event"), 500);
        while (time.stepUntil(1000)) {
            continue;
        }
        assertEquals(List.of("wait 500", "event@500", "wait 1000"), happened);
    }

    @Test
    void shouldMeasureADelayFromTheCurrentTimeAfterAnIdlePeriod() {
        time.clock = 5000;
        time.schedule(note("event"), time.nanoTime() + 500);
        assertTrue(time.stepUntil(6000));
        assertEquals(List.of("wait 5500"), happened);
    }

    @Test
    void shouldStopTheClockDuringAnEventButNotInUserCode() {
        time.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        time.clock = 700;
                        happened.add("event@" + time.nanoTime());
                        time.callOut(() -> happened.add("handler@" + time.nanoTime()));
                    }
                },
                0);
        assertTrue(time.stepUntil(Long.MAX_VALUE));
        assertEquals(List.of("event@0", "handler@700"), happened);
    }

    /** The timeout of a request must not begin before the request is sent. */
    @Test
    void shouldNotSendARequestInThePastThatAHandlerPostedLate() {
        time.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        time.callOut(() -> {
                            time.clock += 1_000_000_000;
                            time.schedule(note("request"), time.lastTime());
                        });
                    }
                },
                70);
        time.clock = 70;
        time.stepUntil(Long.MAX_VALUE);
        time.stepUntil(Long.MAX_VALUE);
        assertEquals(List.of("request@1000000070"), happened);
    }

    @Test
    void shouldNotSendARequestInThePastThatWasPostedLongAfterTheTimeWasRead() {
        time.clock = 100;
        time.nanoTime();
        time.clock = 900;
        time.schedule(note("request"), time.lastTime());
        time.stepUntil(1000);
        assertEquals(List.of("request@900"), happened);
    }

    @Test
    void shouldNotSendARequestInThePastThatWasPostedLongAfterAnEvent() {
        time.schedule(note("event"), 70);
        time.clock = 70;
        time.stepUntil(70);
        time.clock = 900;
        time.schedule(note("request"), time.lastTime());
        time.stepUntil(1000);
        assertEquals(List.of("event@70", "request@900"), happened);
    }

    @Test
    void shouldCallOneHandlerPerStepEvenIfTheHandlerSteps() {
        final Event second = new Event() {
            @Override
            protected void fire() {
                time.callOut(() -> happened.add("second"));
            }
        };
        time.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        time.callOut(() -> {
                            time.schedule(note("nested"), 70);
                            time.stepUntil(70);
                            time.schedule(second, 70);
                        });
                    }
                },
                70);
        time.clock = 70;
        time.stepUntil(70);
        assertEquals(List.of("nested@70"), happened);
        time.stepUntil(70);
        assertEquals(List.of("nested@70", "second"), happened);
    }

    @Test
    void shouldRunAnOverdueEventImmediately() {
        time.clock = 900;
        time.catchUp();
        time.schedule(note("event"), 800);
        assertTrue(time.stepUntil(Long.MAX_VALUE));
        assertEquals(List.of("event@900"), happened);
    }

    @Test
    void shouldPollForDatagramsBeforeWaiting() {
        time.outside.add("packet");
        time.clock = 70;
        assertTrue(time.stepUntil(100));
        assertEquals(List.of("packet@70"), happened);
        assertFalse(time.stepUntil(70));
    }

    /** A loop that is late must not fall further behind because it polls before each event. */
    @Test
    void shouldPollForDatagramsOnceBeforeLateEvents() {
        for (int i = 0; i < 60; i++) {
            time.schedule(
                    new Event() {
                        @Override
                        protected void fire() {
                            time.clock += 1000;
                            happened.add("late");
                        }
                    },
                    10 + i);
        }
        time.clock = 5_000_000;
        assertTrue(time.stepUntil(7_000_000));
        assertEquals(60, happened.size());
        assertEquals(1, time.looks);
    }

    /** A program that polls must be able to process the result of an event before anything else arrives. */
    @Test
    void shouldReturnAfterTheLastDueEvent() {
        time.schedule(note("one"), 70);
        time.schedule(note("other"), 70);
        time.outside.add("packet");
        time.clock = 70;
        assertFalse(time.stepUntil(70));
        assertEquals(List.of("one@70", "other@70"), happened);
        assertFalse(time.stepUntil(70));
        assertEquals(List.of("one@70", "other@70", "packet@70"), happened);
    }

    /** Even a program that works for a long time between its calls must receive its datagrams. */
    @Test
    void shouldPollForDatagramsEveryHundredMicroseconds() {
        for (int i = 1; i <= 20; i++) {
            time.clock = i * 50_000;
            time.schedule(note("event"), time.clock);
            while (time.stepUntil(time.clock)) {
                continue;
            }
        }
        assertEquals(20, happened.size());
        assertTrue(time.looks >= 6, "looks=" + time.looks);
    }

    /** An acknowledgement must not overtake the packets that a handler sends in response to the same datagram. */
    @Test
    void shouldNotRetryBeforeTheEventsOfReceivedDatagrams() {
        time.outside.add("packet");
        time.onTake = () -> {
            time.clock += 150_000;
            time.catchUp();
            time.schedule(note("answer"), time.nanoTime());
        };
        time.clock = 10;
        assertTrue(time.stepUntil(1_000_000));
        assertEquals(List.of("packet@10", "answer@150010"), happened);
        assertEquals(1, time.looks);
    }

    /** A program that polls without waiting must find the completions of all messages that have arrived. */
    @Test
    void shouldFireTheEventsOfDatagramsThatArriveAfterTheEnd() {
        time.outside.add("packet");
        time.onTake = () -> {
            time.clock += 200;
            time.catchUp();
            time.schedule(note("landing"), time.nanoTime());
            time.schedule(note("later"), time.nanoTime() + 1);
        };
        time.clock = 10;
        assertFalse(time.stepUntil(10));
        assertEquals(List.of("packet@10", "landing@210"), happened);
    }

    @Test
    void shouldFireAllDueEventsUpToTheFirstHandler() {
        time.schedule(note("one"), 70);
        time.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        time.callOut(() -> happened.add("handler"));
                    }
                },
                70);
        time.schedule(note("other"), 70);
        time.clock = 70;
        assertTrue(time.stepUntil(70));
        assertEquals(List.of("one@70", "handler"), happened);
        assertFalse(time.stepUntil(70));
        assertEquals(List.of("one@70", "handler", "other@70"), happened);
    }

    /** Reading the clock takes as long as an event. */
    @Test
    void shouldReadTheClockOncePerStepIfTheCallerHasReadIt() {
        assertFalse(time.stepUntil(0));
        final int before = time.reads;
        for (int i = 1; i <= 10; i++) {
            time.clock += 100;
            assertFalse(time.stepUntil(time.nanoTime()));
            assertEquals(before + i, time.reads);
        }
        time.stepUntil(time.clock);
        assertEquals(before + 11, time.reads);
    }

    @Test
    void shouldFireALateEventAtTheCurrentTime() {
        time.schedule(note("near"), 100);
        time.schedule(note("far"), 900_000);
        time.clock = 5_000_000;
        time.catchUp();
        time.schedule(note("new"), 5_000_010);
        time.clock = 6_000_000;
        assertTrue(time.stepUntil(7_000_000));
        assertEquals(List.of("near@6000000", "far@6000000", "new@6000000"), happened);
    }

    @Test
    void shouldPollForDatagramsBetweenManyEvents() {
        for (int i = 0; i < 100; i++) {
            time.schedule(note("event"), 10);
        }
        time.clock = 10;
        time.outside.add("packet");
        while (time.stepUntil(11) && happened.size() < 101) {
            continue;
        }
        final int place = happened.indexOf("packet@10");
        assertTrue(place > 0 && place < 100, "place=" + place);
    }

    @Test
    void shouldWakeUpForAnotherThreadsEvent() {
        time.inject(note("injected"));
        assertEquals(1, time.wakeups);
        assertTrue(time.stepUntil(100));
        assertEquals(List.of("injected@0"), happened);
    }
}
