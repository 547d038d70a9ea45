// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.event.IbvTimer;
import org.rpcrdma.ibverbs.event.IbvWakeup;
import org.rpcrdma.ibverbs.event.TimerHeap;
import org.rpcrdma.ibverbs.event.Wakeups;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.Wakeup;

class EventLoopTest extends DriverTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> ran = new ArrayList<>();

    @BeforeEach
    @Override
    void open() {
        super.open();
    }

    private void turns(final int count) {
        for (int i = 0; i < count; i++) {
            loop.runOnce(0);
        }
    }

    @Test
    void shouldRunTimersThatAreDueOnce() {
        final Timer now = loop.newTimer(() -> ran.add("now"));
        final Timer later = loop.newTimer(() -> ran.add("later"));
        final Timer cancelled = loop.newTimer(() -> ran.add("cancelled"));
        now.arm(0);
        later.arm(3600 * SECOND);
        cancelled.arm(0);
        assertTrue(cancelled.cancel());
        assertTrue(now.isArmed());
        turns(3);
        assertEquals(List.of("now"), ran);
        assertFalse(now.isArmed());
        assertTrue(later.isArmed());
        later.arm(0);
        turns(2);
        assertEquals(List.of("now", "later"), ran);
        assertFalse(later.cancel());
        assertThrows(IllegalArgumentException.class, () -> now.arm(-1));
    }

    /** Timers that rearm themselves must not prevent the loop from processing events. */
    @Test
    void shouldPollEventsBetweenTimersThatAreAlwaysDue() {
        final Timer[] self = new Timer[1];
        self[0] = loop.newTimer(() -> self[0].arm(0));
        self[0].arm(0);
        loop.newWakeup(() -> ran.add("woken")).wake();
        turns(2);
        assertEquals(List.of("woken"), ran);
    }

    @Test
    void shouldRunWokenTasksOnceAndInOrder() throws InterruptedException {
        final Wakeup first = loop.newWakeup(() -> ran.add("first"));
        final Wakeup second = loop.newWakeup(() -> ran.add("second"));
        final Thread other = new Thread(() -> {
            first.wake();
            second.wake();
            first.wake();
        });
        other.start();
        other.join();
        assertTrue(loop.runOnce(0));
        assertEquals(List.of("first", "second"), ran);
        turns(2);
        assertEquals(2, ran.size());
        second.wake();
        turns(1);
        assertEquals(3, ran.size());
    }

    /** If a woken task throws an exception, the caller receives it, and later tasks run in the next iteration. */
    @Test
    void shouldLoseNoWakeupAfterAFailingOne() {
        final Wakeup fails = loop.newWakeup(() -> {
            throw new IllegalStateException("on purpose");
        });
        final Wakeup behind = loop.newWakeup(() -> ran.add("behind"));
        fails.wake();
        behind.wake();
        assertThrows(IllegalStateException.class, () -> loop.runOnce(0));
        turns(1);
        assertEquals(List.of("behind"), ran);
    }

    /**
     * The loop is closed while a waking thread is between its check and its write. Until the write is complete, no
     * other file may receive the descriptor's number.
     */
    @Test
    void shouldKeepTheDescriptorWhileAThreadWritesToIt() throws IOException {
        final Wakeups wakeups = new Wakeups();
        final Path descriptor = Path.of("/proc/self/fd/" + wakeups.descriptor());
        assertTrue(wakeups.hold());
        wakeups.close();
        assertTrue(isEventDescriptor(descriptor));
        wakeups.release();
        assertFalse(isEventDescriptor(descriptor));
        assertFalse(wakeups.hold(), "no thread writes");
        new IbvWakeup(wakeups, () -> ran.add("woken"), true).wake();
        assertEquals(List.of(), ran);
    }

    private static boolean isEventDescriptor(final Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("eventfd");
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rdma_create_event_channel, rdma_destroy_event_channel, 0",
        "ibv_create_comp_channel, ibv_destroy_comp_channel, 8"
    })
    void shouldDestroyAChannelWithoutADescriptor(final String create, final String destroy, final int offset) {
        final List<Long> destroyed = new ArrayList<>();
        final long channel = fake.object();
        Native.setInt(channel + offset, -1);
        fake.on(create, (a, b, c, d, e, f) -> channel);
        fake.on(destroy, (given, b, c, d, e, f) -> destroyed.add(given) ? 0 : -1);
        assertMessage("EIO: fcntl failed: errno=9", device::newEventLoop);
        assertEquals(List.of(channel), destroyed);
    }

    @Test
    void shouldNotifyTheQueueOfAnEvent() {
        final ArrayDeque<Long> events = new ArrayDeque<>();
        final List<Long> contexts = new ArrayList<>();
        fake.on("ibv_create_cq", (context, entries, cqContext, channel, e, f) -> {
            contexts.add(cqContext);
            return fake.object();
        });
        fake.on("ibv_get_cq_event", (channel, queue, context, d, e, f) -> {
            Native.setLong(context, events.isEmpty() ? 0 : events.peek());
            return events.poll() == null ? -1 : 0;
        });
        final CompletionQueue first = device.createCompletionQueue(1, loop, queue -> ran.add("first"));
        final CompletionQueue second = device.createCompletionQueue(1, loop, queue -> ran.add("second"));
        events.add(contexts.get(1));
        events.add(contexts.get(0));
        events.add(contexts.get(1));
        turns(5);
        assertEquals(List.of("second", "first", "second"), ran);
        final List<Long> acknowledged = new ArrayList<>();
        fake.on("ibv_ack_cq_events", (queue, count, c, d, e, f) -> acknowledged.add(count & 0xffff_ffffL) ? 0 : -1);
        events.add(contexts.get(1));
        second.close();
        first.close();
        turns(1);
        assertEquals(List.of(2L, 1L), acknowledged, "all of them, before the queue is destroyed");
        assertEquals(3, ran.size(), "the event of a closed queue is dropped");
    }

    /** A removed device's descriptors are always ready. */
    @Test
    void shouldStopPollingADescriptorWithAnError() {
        final long pipe = fake.object();
        new NativeFunction("pipe", FakeVerbs.libc("pipe"), 1).check(pipe);
        Libc.close(Native.getInt(pipe));
        final int broken = Native.getInt(pipe + 4);
        fake.on("ibv_create_comp_channel", (context, b, c, d, e, f) -> {
            final long channel = fake.object();
            Native.setInt(channel + 8, broken);
            return channel;
        });
        fake.on("ibv_get_cq_event", (channel, queue, context, d, e, f) -> -1);
        Native.setInt(fake.context.address() + 268, broken);
        fake.on("ibv_get_async_event", (context, event, c, d, e, f) -> -1);
        final IbvEventLoop own = (IbvEventLoop) device.newEventLoop();
        device.handleAsyncEvents(own, new AsyncEventHandler() {});
        own.newWakeup(() -> ran.add("woken")).wake();
        assertTrue(own.runOnce(0));
        fake.calls.clear();
        assertFalse(own.runOnce(0));
        assertEquals(
                List.of(),
                fake.calls.stream().filter(call -> call.startsWith("ibv_get_")).toList());
        assertEquals(List.of("woken"), ran);
        own.newWakeup(() -> ran.add("again")).wake();
        assertTrue(own.runOnce(0), "the others continue");
        Libc.close(broken);
    }

    /**
     * The kernel may report an event of a queue or connection that has been closed. The caller must keep waiting for
     * other events.
     */
    @Test
    void shouldKeepWaitingAfterAnUnrelatedEvent() {
        final int descriptor = Libc.eventfd();
        final MemorySegment counter = Native.segment(fake.object(), Long.BYTES);
        counter.set(JAVA_LONG, 0, 1);
        Libc.addToCounter(descriptor, counter);
        fake.on("ibv_create_comp_channel", (context, b, c, d, e, f) -> {
            final long channel = fake.object();
            Native.setInt(channel + 8, descriptor);
            return channel;
        });
        final Timer[] later = new Timer[1];
        fake.on("ibv_get_cq_event", (channel, queue, context, d, e, f) -> {
            ran.add("taken");
            Libc.readCounter(descriptor, counter);
            later[0].arm(SECOND / 50);
            return -1;
        });
        final IbvEventLoop own = (IbvEventLoop) device.newEventLoop();
        later[0] = own.newTimer(() -> ran.add("later"));
        assertTrue(own.runOnce(100 * SECOND));
        assertEquals(List.of("taken", "later"), ran);
        assertFalse(own.runOnce(SECOND / 100), "the time passed");
        Libc.close(descriptor);
    }

    @Test
    void shouldKeepTimersInTheOrderOfTheirTimes() {
        final TimerHeap heap = new TimerHeap(task -> () -> {});
        heap.claim();
        final Random random = new Random(Long.getLong("seed", 1));
        final List<IbvTimer> armed = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            if (armed.isEmpty() || random.nextInt(3) > 0) {
                final IbvTimer timer = new IbvTimer(heap, () -> {});
                heap.add(timer, random.nextInt(500));
                armed.add(timer);
            } else {
                assertTrue(armed.remove(random.nextInt(armed.size())).cancel());
            }
        }
        final List<Long> expected =
                new ArrayList<>(armed.stream().map(timer -> timer.time).toList());
        Collections.sort(expected);
        final List<Long> taken = new ArrayList<>();
        IbvTimer due;
        while ((due = heap.takeDue(250)) != null) {
            taken.add(due.time);
        }
        assertEquals(expected.stream().filter(time -> time <= 250).toList(), taken);
        assertTrue(heap.first() > 250);
    }
}
