// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.rpcrdma.verbs.VerbsException;

/**
 * A C function that is called on the set-up path, either by its name or through a pointer. All parameters are passed as
 * 64-bit values. This is possible because the x86-64 ABI passes pointers and integers in the same way, and the called
 * function reads only as many bits as it declares.
 *
 * <p>The libraries report failures in three ways: NULL with errno set, -1 with errno set, or the errno itself as the
 * result. This class has a method for each way. Some drivers return a negated errno, as the kernel does. Thread-safe.
 * Calls allocate memory, so do not use this class on data paths.
 */
@SuppressWarnings("restricted")
public final class NativeFunction {
    /** The kernel's largest errno ({@code MAX_ERRNO}). */
    private static final int LARGEST = 4095;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final ThreadLocal<MemorySegment> CAPTURED =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

    private final String name;
    private final MethodHandle returnsLong;
    private final MethodHandle returnsInt;
    private final boolean locksMemory;

    /**
     * @param parameters the number of parameters.
     */
    public NativeFunction(final String name, final MemorySegment entry, final int parameters) {
        this.name = name;
        final MemoryLayout[] arguments = new MemoryLayout[parameters];
        Arrays.fill(arguments, JAVA_LONG);
        returnsLong = handle(entry, FunctionDescriptor.of(JAVA_LONG, arguments));
        returnsInt = handle(entry, FunctionDescriptor.of(JAVA_INT, arguments));
        locksMemory = false;
    }

    private NativeFunction(
            final String name,
            final MethodHandle returnsLong,
            final MethodHandle returnsInt,
            final boolean locksMemory) {
        this.name = name;
        this.returnsLong = returnsLong;
        this.returnsInt = returnsInt;
        this.locksMemory = locksMemory;
    }

    /** Declares that this function locks memory, so that its errors include the limit for locked memory. */
    NativeFunction lockingMemory() {
        return new NativeFunction(name, returnsLong, returnsInt, true);
    }

    private static MethodHandle handle(final MemorySegment entry, final FunctionDescriptor function) {
        final int parameters = function.argumentLayouts().size();
        return LINKER.downcallHandle(entry, function, ERRNO).asSpreader(1, long[].class, parameters);
    }

    /** Calls a function that returns a pointer, or returns NULL and sets errno. */
    public long pointer(final long... arguments) {
        final long result = pointerOrNull(arguments);
        if (result == Native.NULL) {
            throw failed(lastErrno());
        }
        return result;
    }

    /** Calls a function like {@link #pointer}, but returns NULL instead of throwing an exception. */
    public long pointerOrNull(final long... arguments) {
        try {
            return (long) returnsLong.invokeExact(CAPTURED.get(), arguments);
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    /** Calls a function that returns a number. */
    public int number(final long... arguments) {
        try {
            return (int) returnsInt.invokeExact(CAPTURED.get(), arguments);
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Calls a function that returns 0 on success. On failure, the function returns an errno or a negated errno, or it
     * returns -1 and sets errno.
     */
    public void check(final long... arguments) {
        final int errno = errno(arguments);
        if (errno != 0) {
            throw failed(errno);
        }
    }

    /** Calls a function like {@link #check}, but returns the errno instead of throwing an exception. */
    public int errno(final long... arguments) {
        return errno(number(arguments), lastErrno());
    }

    /**
     * Returns the errno that corresponds to a result.
     *
     * @param set the value of errno after the call; if this call did not set errno, this is 0 or the value from an
     *            earlier call.
     * @return 0 if the call succeeded; EIO if it failed for an unknown reason.
     */
    public static int errno(final int result, final int set) {
        if (result >= 0) {
            return result;
        }
        final int told = result == -1 ? set : -result;
        return told > 0 && told <= LARGEST ? told : Errnos.UNKNOWN;
    }

    /** Returns the errno of this thread's last call. */
    public static int lastErrno() {
        return CAPTURED.get().get(JAVA_INT, 0);
    }

    private VerbsException failed(final int errno) {
        final VerbsException failed = Errnos.exception(errno, name + " failed");
        final String remark = locksMemory ? Memlock.remark(failed.errno()) : "";
        return remark.isEmpty() ? failed : new VerbsException(failed.errno(), Errnos.reason(failed) + remark);
    }

    /** Converts an exception thrown by a call through a method handle. The call itself can throw only JVM errors. */
    public static RuntimeException unexpected(final Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
