// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import org.rpcrdma.rnic.DevicePorts;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.udp.wire.UdpLink;

/**
 * A software RNIC on a UDP socket, in real time. Confined to the thread that runs its network's timeline or event
 * loops.
 */
public final class UdpDevice extends RnicDevice {
    /** The registration settings of a device that uses neither pools nor a limit on pinned memory. */
    private static final RegistrationSettings SETTINGS =
            new RegistrationSettings(RegistrationDesign.FRMR_POOLS, Long.MAX_VALUE, 64, 8, 1 << 21);

    private final UdpLink link;
    private final Runnable onClose;

    UdpDevice(
            final DeviceProfile profile,
            final String ipAddress,
            final DevicePorts ports,
            final UdpLink link,
            final Runnable onClose) {
        super(profile, SETTINGS, ipAddress, ports);
        this.link = link;
        this.onClose = onClose;
    }

    /**
     * Returns the maximum number of packets per system call.
     *
     * @return 64 if Linux accepts runs of packets on the socket; otherwise 1.
     */
    public int packetsACall() {
        return link.packetsACall();
    }

    @Override
    public void close() {
        super.close();
        onClose.run();
    }
}
