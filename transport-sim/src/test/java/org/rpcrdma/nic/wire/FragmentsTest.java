// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileDescriptor;
import java.lang.reflect.Method;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FragmentsTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldForbidFragmentsOnEveryJdk() throws Exception {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            assertTrue(Fragments.forbid(channel));
            final Method get = Class.forName("sun.nio.ch.Net")
                    .getDeclaredMethod("getIntOption0", FileDescriptor.class, boolean.class, int.class, int.class);
            get.setAccessible(true);
            final Object asked =
                    get.invoke(null, Fragments.descriptor(channel), false, Fragments.IP_LEVEL, Fragments.MTU_DISCOVER);
            assertEquals(Fragments.ALWAYS, asked);
        }
    }
}
