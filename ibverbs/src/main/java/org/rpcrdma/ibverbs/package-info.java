// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The verbs contract on the devices of this host: libibverbs and librdmacm, called by the Foreign Function and Memory
 * API.
 *
 * <pre>
 *   IbverbsDeviceProvider   finds devices by their names
 *   IbvDevice               librdmacm's own ibv_context of the device, which connections and queue pairs share;
 *                           IbvProtectionDomain makes the objects of a domain
 *   below, each importing only what stands below it, all of them internal:
 *     connect               connections by librdmacm
 *     queue                 queue pairs, completion queues, shared receive queues
 *     post                  chains of work requests in native memory; posting by calls
 *     region                memory regions, memory windows, memory of the device
 *     event                 the event loop: ppoll(2) over four descriptors
 *     device                parts that all objects of a device use; asynchronous events
 *     library               libibverbs, librdmacm, libc by the Foreign Function and Memory API
 *     layout                one class a C structure: the offsets of its fields
 * </pre>
 *
 * <p>Offsets are those of the x86-64 System V ABI, which rdma-core keeps: its structures only grow, at their ends. They
 * are checked, as far as possible, when a device is opened ({@code abi_compat}, {@code verbs_context.sz}); other
 * machines are refused.
 *
 * <p>If a device may be removed under a program, set {@code RDMAV_ALLOW_DISASSOC_DESTROY=1} in its environment ({@code
 * ibv_open_device(3)}): without it the library refuses with EIO to destroy objects that the kernel has destroyed
 * already, and nothing of the device can be given back.
 *
 * <p>Nothing is allocated on the data path. Requests are staged straight into native memory, in the form that the
 * driver reads.
 *
 * @since 0.1.0
 */
package org.rpcrdma.ibverbs;
