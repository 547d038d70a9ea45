// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.VerbsException;

/** Tests which connections a server accepts. */
class ConnectionBoundsTest {
    private static InetAddress address(final int number) {
        return new InetSocketAddress("10.98." + number / 256 + "." + number % 256, 0).getAddress();
    }

    @Test
    void shouldLeaveHalfOfThePlacesToPeersThatConfirm() {
        final ConnectionBounds bounds = new ConnectionBounds(200, 0, 1, () -> 1000);
        bounds.add(address(1000));
        bounds.confirm(address(1000));
        for (int i = 0; i < 100; i++) {
            bounds.add(address(i));
        }
        assertMessage(
                VerbsException.class,
                "ENOMEM: too many connections: halfOpen=100 limit=100",
                () -> bounds.add(address(500)));
        bounds.remove(address(0), false);
        bounds.remove(address(1000), true);
        bounds.add(address(501));
        bounds.confirm(address(501));
        bounds.add(address(502));
    }

    @Test
    void shouldAdmitAnAddressWithAConnectionWhileOthersWait() {
        final ConnectionBounds bounds = new ConnectionBounds(200, 20, 1, () -> 1000);
        bounds.add(address(1000));
        bounds.confirm(address(1000));
        for (int i = 0; i < 19; i++) {
            assertFalse(bounds.isCrowded(address(1000)), "it may connect in masses");
            bounds.add(address(1000));
        }
        assertTrue(bounds.isCrowded(address(1000)), "who asks in its name");
        for (int i = 0; i < 18; i++) {
            bounds.remove(address(1000), false);
        }
        assertFalse(bounds.isCrowded(address(1000)));
        for (int i = 0; i < 99; i++) {
            bounds.add(address(i));
        }
        assertTrue(bounds.isCrowded(address(1000)), "one waits, and half of all places are taken");
        bounds.remove(address(1000), false);
        bounds.add(address(100));
        assertFalse(bounds.isCrowded(address(1000)));
        bounds.add(address(1000));
        bounds.remove(address(1000), false);
        bounds.remove(address(1000), true);
        bounds.add(address(1000)); // it has no connection left, but is still known
        assertThrows(VerbsException.class, () -> bounds.add(address(500)));
    }

    @Test
    void shouldHaveDefaultsThatFitTheMemory() {
        final ConnectionBounds bounds = new ConnectionBounds(0, 0, 1000, () -> 300_500);
        assertEquals(300, bounds.most());
        assertEquals(150, bounds.mostOfOne());
        assertEquals(5, new ConnectionBounds(0, 0, 1000, () -> 5500).mostOfOne(), "every address may have a few");
        assertEquals(1, new ConnectionBounds(0, 0, 1000, () -> 0).most());
        assertEquals(Integer.MAX_VALUE, new ConnectionBounds(0, 0, 1000, () -> Long.MAX_VALUE).most());
    }
}
