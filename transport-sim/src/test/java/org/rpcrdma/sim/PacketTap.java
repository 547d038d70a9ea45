// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.util.function.Consumer;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketView;

/** Passes each packet that the fabric carries to a listener. */
record PacketTap(Consumer<PacketView> listener) implements DeviceTap {
    @Override
    public void onPacket(final PacketView packet) {
        listener.accept(packet);
    }
}
