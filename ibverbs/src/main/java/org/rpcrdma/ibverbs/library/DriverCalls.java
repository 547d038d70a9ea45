// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.rpcrdma.ibverbs.layout.ContextLayout;

/**
 * The functions of a driver's data path, which C programs call inline: posting, polling and arming.
 *
 * <p>Each driver has its own hidden copy of {@link ConstantCalls}, in which the functions' addresses are constants. The
 * JIT therefore compiles direct calls. If the addresses were in fields, each call would execute 13 more instructions.
 * Memory is passed as an address, because the JVM would check the kind and the arena of a segment at each call. Callers
 * must keep the memory reachable.
 *
 * <h2>Critical calls</h2>
 *
 * <p>During a critical call, the thread stays in the Java state, which saves 20 instructions and a memory barrier. When
 * the JVM stops all threads, it has to wait until the call ends. The call must therefore be short, must not wait for
 * another thread, and must not call back into Java. Polling completions and posting Receives are critical calls if the
 * driver does both in memory that it shares with the device ({@code GrantedAttributes.staysInUserSpace}). These calls
 * acquire the queue's spin lock, copy some bytes for each request and write an index. If a thread is preempted while it
 * holds the lock, other threads that poll or post on the same queue spin until it runs again. If the JVM is stopping
 * all threads, the stop is delayed by the same time, which is at most a few milliseconds of scheduling. A deadlock is
 * impossible: the JVM suspends a thread neither within a critical call nor within a call that has left the Java state,
 * so it never suspends a thread that holds the lock. Calls that post sends leave the Java state on all devices, because
 * with soft-RoCE these calls are system calls that deliver the message to the peer before they return.
 */
@SuppressWarnings("restricted")
public abstract class DriverCalls {
    /** The indexes of the functions in a driver's list of method handles. */
    static final int POLL = 0;

    static final int ARM = 1;
    static final int POST_SEND = 2;
    static final int POST_RECEIVE = 3;
    static final int POST_SHARED_RECEIVE = 4;

    /**
     * The file name of the template. The template is never loaded as a class, because with a second loaded subclass,
     * the JIT would have to check the type at each call.
     */
    private static final String TEMPLATE = "ConstantCalls.class";

    private static final Linker LINKER = Linker.nativeLinker();

    /** {@code int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)}. */
    private static final FunctionDescriptor POLLING = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);

    /** {@code int req_notify_cq(struct ibv_cq *cq, int solicited_only)}. */
    private static final FunctionDescriptor ARMING = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT);

    /** {@code int post(struct ibv_qp *queue, struct wr *first, struct wr **bad)}. */
    private static final FunctionDescriptor POSTING = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /** The calls of all drivers used so far, with one entry per driver library. */
    private static final ConcurrentHashMap<Driver, DriverCalls> DRIVERS = new ConcurrentHashMap<>();

    /** The addresses of a driver's functions, and whether Receives and completions stay in user space. */
    private record Driver(
            long poll, long arm, long postSend, long postReceive, long postSharedReceive, boolean staysInUserSpace) {
        private List<MethodHandle> handles() {
            final Linker.Option[] none = {};
            final Linker.Option[] memory =
                    staysInUserSpace ? new Linker.Option[] {Linker.Option.critical(false)} : none;
            return List.of(
                    handle(poll, POLLING, memory),
                    handle(arm, ARMING, none),
                    handle(postSend, POSTING, none),
                    handle(postReceive, POSTING, memory),
                    handle(postSharedReceive, POSTING, memory));
        }

        private static MethodHandle handle(
                final long address, final FunctionDescriptor function, final Linker.Option... options) {
            // Binds the address here instead of passing it to the linker. If the driver lacks a function, the
            // function's address is NULL, which the linker would reject.
            return LINKER.downcallHandle(function, options).bindTo(Native.at(address));
        }
    }

    DriverCalls() {}

    /**
     * Returns the calls for the driver of an open device.
     *
     * @param context          the {@code struct ibv_context}.
     * @param staysInUserSpace true if polling and posting Receives do not make system calls.
     */
    public static DriverCalls of(final long context, final boolean staysInUserSpace) {
        return DRIVERS.computeIfAbsent(
                new Driver(
                        Native.getLong(context + ContextLayout.POLL_CQ),
                        Native.getLong(context + ContextLayout.REQ_NOTIFY_CQ),
                        Native.getLong(context + ContextLayout.POST_SEND),
                        Native.getLong(context + ContextLayout.POST_RECV),
                        Native.getLong(context + ContextLayout.POST_SRQ_RECV),
                        staysInUserSpace),
                driver -> define(driver.handles()));
    }

    /** Defines a hidden class, in which the given handles are constants, from the template's bytes. */
    private static DriverCalls define(final List<MethodHandle> handles) {
        try (InputStream bytes = DriverCalls.class.getResourceAsStream(TEMPLATE)) {
            return (DriverCalls) MethodHandles.lookup()
                    .defineHiddenClassWithClassData(bytes.readAllBytes(), handles, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("the driver cannot be called", e);
        }
    }

    /** Polls completions into native memory. */
    public abstract int poll(long queue, int entries, long completions);

    /** Arms a completion queue for the next event. */
    public abstract int arm(long queue, int solicitedOnly);

    /** Posts sends. */
    public abstract int postSend(long queuePair, long first, long bad);

    /** Posts Receives to a queue pair. */
    public abstract int postReceive(long queuePair, long first, long bad);

    /** Posts Receives to a shared queue. */
    public abstract int postSharedReceive(long queue, long first, long bad);
}
