// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Functions of the C library by {@code java.lang.foreign}, which is final from JDK 22 on and does not exist in 17:
 * found by reflection, so that one set of classes is for all JDKs. A constant handle is called as fast as otherwise.
 */
final class ForeignFunctions {
    private static final int FIRST_JDK = 22;

    private ForeignFunctions() {}

    /** Returns true if this JDK has the final interface, and lets this program use it without a warning. */
    static boolean exist() {
        try {
            return Runtime.version().feature() >= FIRST_JDK
                    && (boolean)
                            Module.class.getMethod("isNativeAccessEnabled").invoke(ForeignFunctions.class.getModule());
        } catch (final ReflectiveOperationException e) {
            return false;
        }
    }

    /** Returns a function that returns an int and takes ints and longs, which are addresses, too. */
    static MethodHandle find(final String name, final Class<?>... arguments) throws ReflectiveOperationException {
        return find(name, false, arguments);
    }

    /** Returns such a function that takes ahead of them, as an Object, {@link #errorNumber}. */
    static MethodHandle findWithError(final String name, final Class<?>... arguments)
            throws ReflectiveOperationException {
        return find(name, true, arguments)
                .asType(MethodType.methodType(int.class, arguments).insertParameterTypes(0, Object.class));
    }

    /** Returns the place of a function's error number, in four bytes of a direct buffer. */
    static Object errorNumber(final ByteBuffer bytes) throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign.MemorySegment")
                .getMethod("ofBuffer", Buffer.class)
                .invoke(null, bytes);
    }

    private static MethodHandle find(final String name, final boolean withError, final Class<?>... arguments)
            throws ReflectiveOperationException {
        final Class<?> linkers = Class.forName("java.lang.foreign.Linker");
        final Class<?> layouts = Class.forName("java.lang.foreign.MemoryLayout");
        final Class<?> descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
        final Object types = Array.newInstance(layouts, arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            Array.set(types, i, layout(arguments[i]));
        }
        final Object linker = linkers.getMethod("nativeLinker").invoke(null);
        final Object library = linkers.getMethod("defaultLookup").invoke(linker);
        final Object function = ((Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                        .getMethod("find", String.class)
                        .invoke(library, name))
                .orElseThrow();
        final Object descriptor =
                descriptors.getMethod("of", layouts, types.getClass()).invoke(null, layout(int.class), types);
        final Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
        final Object options = Array.newInstance(optionType, withError ? 1 : 0);
        if (withError) {
            final Object state = new String[] {"errno"};
            Array.set(
                    options,
                    0,
                    optionType.getMethod("captureCallState", String[].class).invoke(null, state));
        }
        return (MethodHandle) linkers.getMethod(
                        "downcallHandle",
                        Class.forName("java.lang.foreign.MemorySegment"),
                        descriptors,
                        options.getClass())
                .invoke(linker, function, descriptor, options);
    }

    private static Object layout(final Class<?> type) throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign.ValueLayout")
                .getField(type == int.class ? "JAVA_INT" : "JAVA_LONG")
                .get(null);
    }
}
