// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * Lets no datagram of a socket be fragmented: then Linux sends them with identification 0, which a sender can know.
 *
 * <p>Linux has two such modes. {@code PMTUDISC_DO} also obeys ICMP's "fragmentation needed", which anybody can forge;
 * {@code PMTUDISC_PROBE} takes the MTU from the interface only. The JDK's option (19 and newer) sets the first. The
 * second takes the system's call: by the JDK's own, if it is open to this program ({@code
 * --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}), or by the JDK's interface to foreign functions (22 and newer), if
 * this program has native access: without it each JVM would print a warning. Without either, and on other systems, the
 * JDK's option is set, if there is one.
 */
final class Fragments {
    /** Linux's {@code IPPROTO_IP}, {@code IP_MTU_DISCOVER}; {@code IPPROTO_IPV6}, {@code IPV6_MTU_DISCOVER}. */
    static final int IP_LEVEL = 0;

    static final int MTU_DISCOVER = 10;
    static final int IPV6_LEVEL = 41;
    static final int IPV6_MTU_DISCOVER = 23;

    /** Linux's {@code IP_PMTUDISC_PROBE} and {@code IPV6_PMTUDISC_PROBE}. */
    private static final int PROBE = 3;

    private static final String OPTION = "IP_DONTFRAGMENT";

    private Fragments() {}

    /** Forbids them. Returns true if the MTU is the interface's, whatever ICMP says. */
    static boolean forbid(final DatagramChannel channel, final boolean isIpv6) throws IOException {
        if (System.getProperty("os.name").equals("Linux")
                && (byInternalCall(channel, isIpv6) || byForeignCall(channel, isIpv6))) {
            return true;
        }
        for (final SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(OPTION)) {
                set(channel, option);
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static void set(final DatagramChannel channel, final SocketOption<?> option) throws IOException {
        channel.setOption((SocketOption<Boolean>) option, true);
    }

    private static int level(final boolean isIpv6) {
        return isIpv6 ? IPV6_LEVEL : IP_LEVEL;
    }

    private static int option(final boolean isIpv6) {
        return isIpv6 ? IPV6_MTU_DISCOVER : MTU_DISCOVER;
    }

    static boolean byInternalCall(final DatagramChannel channel, final boolean isIpv6) {
        try {
            final Class<?> calls = Class.forName("sun.nio.ch.Net");
            final Method set = calls.getDeclaredMethod(
                    "setIntOption0",
                    FileDescriptor.class,
                    boolean.class,
                    int.class,
                    int.class,
                    int.class,
                    boolean.class);
            set.setAccessible(true);
            final Method get = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFD");
            get.setAccessible(true);
            set.invoke(null, get.invoke(channel), false, level(isIpv6), option(isIpv6), PROBE, isIpv6);
            return true;
        } catch (final ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    /** Calls the system by {@code java.lang.foreign}. */
    static boolean byForeignCall(final DatagramChannel channel, final boolean isIpv6) {
        return set(channel, level(isIpv6), option(isIpv6), PROBE);
    }

    /** Sets an option of a socket by {@code setsockopt(2)}. Returns false if that cannot be. */
    static boolean set(final DatagramChannel channel, final int level, final int option, final int newValue) {
        try {
            final ByteBuffer value = ByteBuffer.allocateDirect(Integer.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putInt(0, newValue);
            return ForeignFunctions.exist()
                    && (int) ForeignFunctions.find("setsockopt", int.class, int.class, int.class, long.class, int.class)
                                    .invoke(
                                            descriptor(channel),
                                            level,
                                            option,
                                            BufferUtil.address(value),
                                            Integer.BYTES)
                            == 0;
        } catch (final Throwable e) {
            // Not this JDK's, or it may not be called.
            return false;
        }
    }

    /** Returns the number of a channel's socket: the JDK shows it to its own packages only, and to Agrona's. */
    static int descriptor(final DatagramChannel channel) throws ReflectiveOperationException {
        return UnsafeApi.getInt(
                channel, UnsafeApi.objectFieldOffset(channel.getClass().getDeclaredField("fdVal")));
    }
}
