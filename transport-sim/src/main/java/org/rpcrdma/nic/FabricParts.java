// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.Map;
import org.rpcrdma.nic.connect.EventWires;
import org.rpcrdma.nic.host.NativeHeap;
import org.rpcrdma.nic.host.RunningProcessor;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Switch;
import org.rpcrdma.sim.Simulation;

/**
 * The parts that all hosts of a fabric share.
 *
 * @param simulation         clock of all hosts.
 * @param running            notes which processor runs a handler.
 * @param heap               native memory for the blocks of all hosts.
 * @param packets            packets that are not on their way.
 * @param network            switch that the ports of all devices are attached to.
 * @param connectionWires    carry the connection managers' messages; by their hosts' addresses in digits.
 * @param taps               report packets, posts and completions.
 */
record FabricParts(
        Simulation simulation,
        RunningProcessor running,
        NativeHeap heap,
        PacketPool packets,
        Switch network,
        Map<String, EventWires> connectionWires,
        Taps taps) {}
