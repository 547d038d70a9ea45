// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Verbs that few devices have: datagrams, indirect keys, re-registration, on-demand paging with advice and statistics.
 *
 * <p>Each {@code Extended…} type adds to the type of {@link org.rpcrdma.verbs} that it is named after; its {@code of}
 * method asks a device for it. A device that lacks a feature fails with EOPNOTSUPP; check {@link
 * org.rpcrdma.verbs.DeviceCapability} beforehand.
 *
 * <pre>{@code
 * if (device.attributes().has(DeviceCapability.INDIRECT_KEY)) {
 *     IndirectKey key = ExtendedProtectionDomain.of(domain).createIndirectKey(attributes);
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs.extended;
