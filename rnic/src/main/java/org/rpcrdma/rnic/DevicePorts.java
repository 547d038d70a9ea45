// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.connect.ConnectionWires;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.time.Timeline;

/**
 * The ports of a device to its environment; the device passes each to the parts that need it.
 *
 * @param timeline   the clock.
 * @param loops      event loops of the host.
 * @param memory     of the host.
 * @param iommu      maps host memory for the device.
 * @param caches     of contexts on the NIC.
 * @param dma        durations of DMA.
 * @param meter      is notified of the work of the device and its driver.
 * @param link       carries packets.
 * @param wires      carry the messages of connection managers.
 * @param packets    packets that are not in use.
 * @param callFaults let calls fail on demand.
 * @param taps       report packets, posts and completions.
 */
@SuppressWarnings("exports") // for the devices of this project
public record DevicePorts(
        Timeline timeline,
        HostLoops loops,
        HostMemory memory,
        Iommu iommu,
        NicCaches caches,
        DmaTimes dma,
        Meter meter,
        DisturbedLink link,
        ConnectionWires wires,
        PacketPool packets,
        CallFaults callFaults,
        Taps taps) {}
