/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;

/** The asynchronous events of a device ({@code ibv_get_async_event(3)}), and the objects that they name by their pointers. */
final class AsyncEvents {
    private static final AsyncEventType[] TYPES = AsyncEventType.values();

    private final IbvDevice device;
    private final ConcurrentHashMap<Long, Object> objects = new ConcurrentHashMap<>();
    private final MemorySegment event = Arena.ofAuto().allocate(EventLayout.ASYNC_SIZE, Long.BYTES);
    private AsyncEventHandler handler;
    private IbvEventLoop loop;

    AsyncEvents(final IbvDevice device) {
        this.device = device;
    }

    int descriptor() {
        return Native.getInt(device.context() + ContextLayout.ASYNC_FD);
    }

    void add(final long pointer, final Object object) {
        objects.put(pointer, object);
    }

    void remove(final long pointer) {
        objects.remove(pointer);
    }

    void handle(final IbvEventLoop newLoop, final AsyncEventHandler newHandler) {
        if (loop == null) {
            Libc.doNotBlock(descriptor());
        } else {
            loop.watchAsync(false);
        }
        handler = newHandler;
        loop = newLoop;
        loop.watchAsync(true);
    }

    /** Takes an event and hands it on; returns whether there was one. */
    boolean takeOne() {
        if (device.library().getAsyncEvent.number(device.context(), event.address()) != 0) {
            return false;
        }
        final int type = event.get(JAVA_INT, EventLayout.ASYNC_TYPE);
        final long element = event.get(JAVA_LONG, EventLayout.ASYNC_ELEMENT);
        // An object that another thread destroys waits there until its events are acknowledged.
        final Object object = objects.get(element);
        device.library().ackAsyncEvent.number(event.address());
        if (type < 0 || type >= TYPES.length) {
            return false;
        }
        tell(TYPES[type], isOfPort(TYPES[type]) ? null : object, (int) element);
        return true;
    }

    private void tell(final AsyncEventType type, final Object object, final int port) {
        if (object instanceof IbvQueuePair queuePair) {
            handler.onQueuePairEvent(type, queuePair);
        } else if (object instanceof IbvCompletionQueue queue) {
            handler.onCompletionQueueEvent(type, queue);
        } else if (object instanceof IbvSharedReceiveQueue queue) {
            handler.onSharedReceiveQueueEvent(type, queue);
        } else if (type == AsyncEventType.DEVICE_FATAL) {
            handler.onDeviceEvent(type);
        } else if (isOfPort(type)) {
            handler.onPortEvent(type, port);
        }
    }

    private static boolean isOfPort(final AsyncEventType type) {
        return switch (type) {
            case PORT_ACTIVE, PORT_ERR, LID_CHANGE, PKEY_CHANGE, SM_CHANGE, CLIENT_REREGISTER, GID_CHANGE -> true;
            default -> false;
        };
    }
}
