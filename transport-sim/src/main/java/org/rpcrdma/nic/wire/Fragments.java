// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.SocketOption;
import java.nio.channels.DatagramChannel;

/**
 * Lets no datagram of a socket be fragmented: then Linux sends them with identification 0, which a sender can know.
 * JDKs from 19 on have an option for it. Older ones have the system's call behind it, if they let a program have it:
 * {@code --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}. Otherwise nothing is done.
 */
final class Fragments {
    /** Linux's {@code IPPROTO_IP}, {@code IP_MTU_DISCOVER}, {@code IP_PMTUDISC_DO}. */
    static final int IP_LEVEL = 0;

    static final int MTU_DISCOVER = 10;
    static final int ALWAYS = 2;

    private static final String OPTION = "IP_DONTFRAGMENT";

    private Fragments() {}

    /** Forbids them. Returns true if it could be asked for. */
    static boolean forbid(final DatagramChannel channel) throws IOException {
        for (final SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(OPTION)) {
                set(channel, option);
                return true;
            }
        }
        return System.getProperty("os.name").equals("Linux") && discoverMtu(channel);
    }

    @SuppressWarnings("unchecked")
    private static void set(final DatagramChannel channel, final SocketOption<?> option) throws IOException {
        channel.setOption((SocketOption<Boolean>) option, true);
    }

    private static boolean discoverMtu(final DatagramChannel channel) {
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
            set.invoke(null, descriptor(channel), false, IP_LEVEL, MTU_DISCOVER, ALWAYS, false);
            return true;
        } catch (final ReflectiveOperationException | RuntimeException e) {
            // Not this JDK's: datagrams have identifications that only receivers like this one take for right.
            return false;
        }
    }

    /** Returns the descriptor of a channel's socket. */
    static Object descriptor(final DatagramChannel channel) throws ReflectiveOperationException {
        final Method get = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFD");
        get.setAccessible(true);
        return get.invoke(channel);
    }
}
