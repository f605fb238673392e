SOCKETS=8
class Floor:
    def __init__(self,*a): pass
