// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds Linux's calls for a socket through {@code java.lang.foreign}. The method handles are constants, because calls
 * through constant handles are the fastest.
 */
@SuppressWarnings("restricted")
final class LinuxSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int SOL_SOCKET = 1;
    private static final int SO_TYPE = 3;
    private static final int SOCK_DGRAM = 2;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int CLOCK_REALTIME = 0;
    private static final short AF_INET = 2;
    private static final int LONGEST_NAME = 28;

    /** True on Linux with native access. The check does not trigger the JVM's warning about native access. */
    private static final boolean EXIST = "Linux".equals(System.getProperty("os.name"))
            && JAVA_LONG.byteSize()
                    == Linker.nativeLinker().canonicalLayouts().get("size_t").byteSize()
            && LinuxSockets.class.getModule().isNativeAccessEnabled();

    private LinuxSockets() {}

    /**
     * Returns the calls for a bound channel, or null if this system does not support the calls or this program may not
     * use them.
     */
    static LinuxSocket of(final DatagramChannel channel) {
        final int descriptor = EXIST ? descriptor(channel) : -1;
        return descriptor < 0 ? null : new Socket(descriptor);
    }

    /**
     * Finds the only socket descriptor with the channel's address. Returns -1 if no descriptor, or more than one, has
     * this address.
     */
    private static int descriptor(final DatagramChannel channel) {
        int found = -1;
        try (Arena memory = Arena.ofConfined();
                DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            final InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
            final MemorySegment name = memory.allocate(LONGEST_NAME);
            final MemorySegment number = memory.allocate(JAVA_INT, 2);
            for (final Path path : descriptors) {
                final int descriptor = Integer.parseInt(path.getFileName().toString());
                if (isDatagramSocket(descriptor, number) && local.equals(name(descriptor, name, number))) {
                    if (found >= 0) {
                        return -1;
                    }
                    found = descriptor;
                }
            }
        } catch (final IOException e) {
            return -1;
        }
        return found;
    }

    private static boolean isDatagramSocket(final int descriptor, final MemorySegment number) {
        number.setAtIndex(JAVA_INT, 1, Integer.BYTES);
        final long type = number.address();
        return Calls.getOption(descriptor, SOL_SOCKET, SO_TYPE, type, type + Integer.BYTES) == 0
                && number.get(JAVA_INT, 0) == SOCK_DGRAM;
    }

    /** Returns a socket's local address, or null. */
    private static InetSocketAddress name(final int descriptor, final MemorySegment name, final MemorySegment length)
            throws IOException {
        length.set(JAVA_INT, 0, LONGEST_NAME);
        if (Calls.name(descriptor, name.address(), length.address()) != 0) {
            return null;
        }
        final boolean isIpv4 =
                name.asByteBuffer().order(ByteOrder.nativeOrder()).getShort(0) == AF_INET;
        final byte[] address = new byte[isIpv4 ? 4 : 16];
        name.asByteBuffer().get(isIpv4 ? 4 : 8, address);
        return new InetSocketAddress(
                InetAddress.getByAddress(address),
                Short.toUnsignedInt(name.asByteBuffer().getShort(2)));
    }

    /** The functions of the C library. */
    private static final class Calls {
        private static final MethodHandle GET_OPTION =
                find("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
        private static final MethodHandle SET_OPTION =
                find("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
        private static final MethodHandle NAME = find("getsockname", JAVA_INT, JAVA_LONG, JAVA_LONG);
        private static final MethodHandle SEND = find("sendmmsg", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
        private static final MethodHandle RECEIVE =
                find("recvmmsg", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
        private static final MethodHandle CLOCK = find("clock_gettime", JAVA_INT, JAVA_LONG);
        private static final MethodHandle SEND_WITH_ERROR = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().find("sendmmsg").orElseThrow(),
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT),
                        Linker.Option.captureCallState("errno"));

        private static MethodHandle find(final String name, final MemoryLayout... arguments) {
            final Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().find(name).orElseThrow(), FunctionDescriptor.of(JAVA_INT, arguments));
        }

        static int getOption(
                final int descriptor, final int level, final int option, final long value, final long length) {
            try {
                return (int) GET_OPTION.invokeExact(descriptor, level, option, value, length);
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }

        static int name(final int descriptor, final long name, final long length) {
            try {
                return (int) NAME.invokeExact(descriptor, name, length);
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Socket implements LinuxSocket {
        private final int descriptor;
        private final MemorySegment error = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

        Socket(final int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public boolean set(final int level, final int option, final int value) {
            try (Arena memory = Arena.ofConfined()) {
                final long at = memory.allocateFrom(JAVA_INT, value).address();
                return (int) Calls.SET_OPTION.invokeExact(descriptor, level, option, at, Integer.BYTES) == 0;
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }

        /** Reading errno allocates memory under C1, so it is read only after an error. */
        @Override
        public int send(final long messages, final int count) {
            try {
                int sent = (int) Calls.SEND.invokeExact(descriptor, messages, count, MSG_DONTWAIT);
                if (sent < 0) {
                    sent = (int) Calls.SEND_WITH_ERROR.invokeExact(error, descriptor, messages, count, MSG_DONTWAIT);
                }
                return sent < 0 ? -error.get(JAVA_INT, 0) : sent;
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public int receive(final long messages, final int count) {
            try {
                return (int) Calls.RECEIVE.invokeExact(descriptor, messages, count, MSG_DONTWAIT, 0L);
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void realTime(final long timespec) {
            try {
                final int ignored = (int) Calls.CLOCK.invokeExact(CLOCK_REALTIME, timespec);
            } catch (final Throwable e) {
                throw new AssertionError(e);
            }
        }
    }
}
