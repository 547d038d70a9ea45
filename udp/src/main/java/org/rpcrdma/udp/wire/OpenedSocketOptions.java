// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.FileDescriptor;
import java.lang.reflect.Method;
import java.nio.channels.DatagramChannel;

/**
 * Sets socket options that JDK 17 to 21 do not offer. This requires an internal method of the JDK, which is accessible
 * only with the flag {@code --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}. The project uses this flag only to protect
 * sockets against forged ICMP messages.
 */
final class OpenedSocketOptions {
    private static final int FIRST_JDK_WITHOUT = 22;

    private OpenedSocketOptions() {}

    /** Sets an option on Linux. Returns false if this is impossible. */
    static boolean set(final DatagramChannel channel, final int level, final int option, final int value) {
        if (Runtime.version().feature() >= FIRST_JDK_WITHOUT
                || !System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        try {
            final Method set = Class.forName("sun.nio.ch.Net")
                    .getDeclaredMethod(
                            "setIntOption0",
                            FileDescriptor.class,
                            boolean.class,
                            int.class,
                            int.class,
                            int.class,
                            boolean.class);
            set.setAccessible(true);
            final Method descriptor = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFD");
            descriptor.setAccessible(true);
            set.invoke(null, descriptor.invoke(channel), false, level, option, value, level != Fragments.IP_LEVEL);
            return true;
        } catch (final ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }
}
